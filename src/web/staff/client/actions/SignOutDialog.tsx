import type { StaffClient } from '#contract/staff/clients.ts';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { finishClientAction } from '../../finish-client-action.ts';

interface SignOutDialogProps {
  client: Pick<StaffClient, 'id' | 'full_name'>;
  onClose: () => void;
}

/** Signs a client out everywhere, as when a phone was stolen. The client reads the reason. */
export function SignOutDialog({ client, onClose }: SignOutDialogProps) {
  const t = useText();
  const form = useCallForm({ reason: '' });
  const name = client.full_name;
  const signOut = form.submit(async ({ reason }) => {
    await call('POST /api/staff/clients/sign-out', { body: { client_id: client.id, reason } });
    await finishClientAction(t('staff.signed_out', { name }), onClose);
  });
  return (
    <FormDialog
      title={t('staff.sign_out_for', { name })}
      confirmText={t('staff.act_sign_out')}
      form={form}
      onSubmit={signOut}
      onClose={onClose}
    >
      <p>{t('staff.sign_out_explained')}</p>
      <TextField {...form.field('reason')} label={t('staff.reason')} maxLength={300} required />
    </FormDialog>
  );
}
