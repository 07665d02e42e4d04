import { NewPasswordFields } from '#web/auth/NewPasswordFields.tsx';
import { call } from '#web/platform/api/api.ts';
import { FormDialog } from '#web/platform/forms/FormDialog.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import { sessionsQuery } from './sessions/sessions-query.ts';

/** Changes the password; this device stays signed in, the others do not. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const user = useSignedIn();
  const form = useCallForm({ current_password: '', password: '', password_confirmation: '' });
  const change = form.submit(async (body) => {
    await call('POST /api/settings/password', { body });
    toast({ text: t('profile.password_changed') });
    onClose();
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
  const title = t('profile.change_password');
  return (
    <FormDialog title={title} confirmText={title} form={form} onSubmit={change} onClose={onClose}>
      <CurrentPassword field={form.field('current_password')} />
      <NewPasswordFields
        label={t('common.new_password')}
        password={form.field('password')}
        confirmation={form.field('password_confirmation')}
        personal={[user.first_name, user.second_name, user.email]}
      />
    </FormDialog>
  );
}
