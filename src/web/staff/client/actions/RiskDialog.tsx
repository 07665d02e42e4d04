import { riskRatings } from '#contract/clients/risk-names.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface RiskDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name' | 'risk'>;
  onClose: () => void;
}

/**
 * Rates the client's risk, with a proof of identity. A lower rating than before waits for a second person. The reason is
 * recorded, for staff only.
 */
export function RiskDialog({ client, onClose }: RiskDialogProps) {
  const t = useText();
  const form = useCallForm({ rating: client.risk ?? 'high', reason: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { rating, reason }) => {
    const body = { client_id: client.id, rating, reason, ...proof };
    const { outcome } = await call('POST /api/staff/clients/risk', { body });
    await finishClientAction(t(outcome === 'proposed' ? 'approvals.proposed' : 'staff.risk_set', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.risk_for', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.risk_explained')}</p>
      <SelectField
        {...form.field('rating')}
        label={t('staff.risk')}
        options={riskRatings.map((value) => ({ value, label: t(`staff.risk_${value}`) }))}
        required
      />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
