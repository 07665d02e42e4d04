import type { ResponseOf } from '#contract/api.ts';
import { closureReasons, type ClosureReason } from '#contract/clients/closure-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { refreshUser } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { ProofFields } from '../factor/ProofFields.tsx';
import { useProof } from '../factor/use-proof.ts';
import { dataCardId } from '../own-data/DataCard.tsx';

interface ClosureDialogProps {
  open: boolean;
  closing: Pick<ResponseOf<'POST /api/settings/closure'>, 'cooling_off_days' | 'remainders'>;
  onClose: () => void;
}

/** What closing means, what the client gives up, and the proof of identity. */
export function ClosureDialog({ open, closing: { cooling_off_days: days, remainders }, onClose }: ClosureDialogProps) {
  const t = useText();
  const format = useFormat();
  const form = useCallForm({ reason: '', gives_up_remainders: false, current_password: '', code: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason, gives_up_remainders }) => {
    await call('POST /api/settings/closure/request', {
      body: { ...proof, ...(reason ? { reason: reason as ClosureReason } : {}), gives_up_remainders },
    });
    close();
    await Promise.all([refreshUser(), queries.invalidateQueries({ queryKey: ['closing'] })]);
  });
  const copyFirst = () => {
    close();
    document.getElementById(dataCardId)?.scrollIntoView({ block: 'center' });
  };
  const sums = remainders.map(({ amount, currency }) => format.symbol(amount, currency));
  return (
    <FormDialog
      closes
      open={open}
      title={t('profile.closure_ask')}
      confirmText={t('profile.closure_ask')}
      form={form}
      onSubmit={byPassword}
      onClose={close}
    >
      <p>{t('profile.closure_explained', { days })}</p>
      <p>{t('profile.closure_kept_records')}</p>
      <div className={flowStyles.row}>
        <Button size="small" onClick={copyFirst}>
          {t('profile.closure_copy')}
        </Button>
      </div>
      <SelectField
        {...form.field('reason')}
        label={t('profile.closure_reason')}
        placeholder={t('profile.closure_reason_none')}
        options={closureReasons.map((value) => ({ value, label: t(`shell.closure_reason_${value}`) }))}
      />
      <CheckboxField
        {...form.tick('gives_up_remainders')}
        label={
          sums.length === 0
            ? t('profile.closure_remainders')
            : t('profile.closure_remainders_now', { amounts: format.list(sums) })
        }
      />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
