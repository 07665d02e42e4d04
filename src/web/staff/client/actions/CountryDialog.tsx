import type { StaffClient } from '#contract/staff/clients.ts';
import { useCountryOptions } from '#web/platform/i18n/use-country-options.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { ComboField } from '#web/platform/forms/combo/ComboField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface CountryDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name' | 'country'>;
  onClose: () => void;
}

/**
 * Corrects the country of residence, which decides what the client may apply for, with a proof of identity. The reason
 * is recorded, and the client reads it.
 */
export function CountryDialog({ client, onClose }: CountryDialogProps) {
  const t = useText();
  const form = useCallForm({ country: client.country, reason: '', current_password: '', code: '' });
  const name = client.full_name;
  const { byPassword, byPasskey } = useProof(form, async (proof, { country, reason }) => {
    await call('POST /api/staff/clients/country', { body: { client_id: client.id, country, reason, ...proof } });
    await finishClientAction(t('staff.country_set', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.country_for', { name })}
      confirmText={t('common.save')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.country_explained')}</p>
      <ComboField {...form.field('country')} label={t('staff.country')} options={useCountryOptions()} required />
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
