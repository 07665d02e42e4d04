import { limitSpans, type OverrideKind } from '#contract/staff/override-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { ClientOverrides } from '#contract/staff/overrides.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface OverrideDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name'>;
  kind: OverrideKind;
  found: ClientOverrides;
  onClose: () => void;
}

/** Sets an override of the operator's rule for one client, with a reason and a proof of identity. */
export function OverrideDialog({ client, kind, found, onClose }: OverrideDialogProps) {
  const t = useText();
  const form = useCallForm({
    ...valuesOf(found, kind),
    until: found[kind].own?.until ?? '',
    reason: '',
    current_password: '',
    code: '',
  });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { until, reason, ...values }) => {
    const common = { client_id: client.id, until: until || null, reason, ...proof };
    const usd = (text: string) => text.trim() || null;
    const { outcome } = await (kind === 'trading_accounts'
      ? call('POST /api/staff/clients/overrides/accounts', { body: { ...common, max: Number(values.max) } })
      : call('POST /api/staff/clients/overrides/limits', {
          body: {
            ...common,
            kind,
            per_operation: usd(values.per_operation),
            per_day: usd(values.per_day),
            per_month: usd(values.per_month),
          },
        }));
    await finishClientAction(
      t(outcome === 'proposed' ? 'approvals.proposed' : 'staff.override_done', { name }),
      onClose,
    );
  });
  return (
    <FormDialog
      title={t(`staff.override_set_${kind}`)}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.override_explained', { name })}</p>
      {kind === 'trading_accounts' ? (
        <TextField {...form.field('max')} label={t('staff.override_max')} inputMode="numeric" dir="ltr" required />
      ) : (
        limitSpans.map((span) => (
          <TextField
            key={span}
            {...form.field(span)}
            label={t(`staff.override_${span}`)}
            placeholder={t('payments.no_limit')}
            inputMode="decimal"
            dir="ltr"
          />
        ))
      )}
      <DateField {...form.field('until')} label={t('staff.override_last_day')} />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}

/** What holds now, to begin with. */
function valuesOf(found: ClientOverrides, kind: OverrideKind) {
  const max = String(found.trading_accounts.own?.max ?? found.trading_accounts.operator_default);
  const { own, operator_default: operatorDefault } = found[kind === 'withdrawal' ? 'withdrawal' : 'deposit'];
  const { per_operation, per_day, per_month } = own ?? operatorDefault;
  return { max, per_operation: per_operation ?? '', per_day: per_day ?? '', per_month: per_month ?? '' };
}
