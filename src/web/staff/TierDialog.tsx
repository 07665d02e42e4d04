import { tierNames } from '#contract/portfolio/tier-names.ts';
import { call } from '#web/platform/api/api.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { DateField } from '#web/platform/forms/dates/DateField.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import type { ActedOn } from './clients-query.ts';
import { finishClientAction } from './finish-client-action.ts';

interface TierDialogProps {
  client: ActedOn;
  onClose: () => void;
}

/**
 * Requests a tier for a client for a time, whatever their equity, with a proof of identity, or ends it. Another person
 * approves the request.
 */
export function TierDialog({ client, onClose }: TierDialogProps) {
  const t = useText();
  const format = useFormat();
  const form = useCallForm({
    tier: client.tier,
    until: client.tier_until ?? '',
    reason: '',
    current_password: '',
    code: '',
  });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { tier, until, reason }) => {
    const body = { client_id: client.id, tier, until, reason, ...proof };
    await call('POST /api/staff/clients/tier', { body });
    await finishClientAction(t('approvals.proposed', { name }), onClose);
  });
  const end = form.submit(async ({ reason }) => {
    await call('POST /api/staff/clients/tier/end', { body: { client_id: client.id, reason } });
    await finishClientAction(t('staff.tier_ended', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.tier_for', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.tier_explained')}</p>
      {client.tier_until && <Alert>{t('staff.tier_set_until', { date: format.day(client.tier_until) })}</Alert>}
      <SelectField
        {...form.field('tier')}
        label={t('common.tier')}
        options={tierNames.map((value) => ({ value, label: t(`common.tier_${value}`) }))}
        required
      />
      <DateField {...form.field('until')} label={t('staff.tier_until')} required />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
      {client.tier_until && (
        <div>
          <Button type="button" busy={form.busy} onClick={() => end()}>
            {t('staff.tier_end')}
          </Button>
        </div>
      )}
    </FormDialog>
  );
}
