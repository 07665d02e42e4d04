import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { showResponse } from '#web/platform/api/show-response.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '../factor/ProofFields.tsx';
import { useProof } from '../factor/use-proof.ts';
import { emailQuery } from './email-query.ts';
import { NewEmailField } from './NewEmailField.tsx';

/** The new address, and the proof of identity. */
export function EmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText();
  const form = useCallForm({ email: '', current_password: '', code: '' });
  const close = () => {
    form.reset();
    onClose();
  };
  const { byPassword, byPasskey } = useProof(form, async (proof, { email }) => {
    const response = await call('POST /api/settings/email/request', { body: { ...proof, email } });
    showResponse(emailQuery.queryKey, response);
    close();
  });
  return (
    <FormDialog
      open={open}
      title={t('profile.email_change')}
      confirmText={t('profile.resend')}
      form={form}
      onSubmit={byPassword}
      onClose={close}
    >
      <p>{t('profile.email_explained')}</p>
      <NewEmailField {...form.field('email')} />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
