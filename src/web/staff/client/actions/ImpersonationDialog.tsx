import { impersonationMinutes } from '#contract/kernel/constants.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { goOnAs } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { ProofFields } from '#web/profile/factor/ProofFields.tsx';
import { useProof } from '#web/profile/factor/use-proof.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';

interface ImpersonationDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name'>;
  onClose: () => void;
}

/** Asks why, and for a proof that it is oneself, before one sees the client area as a client does. */
export function ImpersonationDialog({ client, onClose }: ImpersonationDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '', current_password: '', code: '' });
  const { byPassword, byPasskey } = useProof(form, async (proof, { reason }) => {
    await call('POST /api/staff/clients/impersonate', { body: { client_id: client.id, reason, ...proof } });
    goOnAs(pathIn(currentLanguage(), '/home'));
  });
  const name = client.full_name;
  return (
    <FormDialog
      title={t('staff.impersonate_for', { name })}
      confirmText={t('staff.impersonation_begin')}
      form={form}
      onSubmit={byPassword}
      onClose={onClose}
    >
      <p>{t('staff.impersonation_explained', { minutes: impersonationMinutes })}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
      <ProofFields form={form} onPasskey={byPasskey} />
    </FormDialog>
  );
}
