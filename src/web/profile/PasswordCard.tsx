import { NewPasswordFields } from '#web/auth/NewPasswordFields.tsx';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { CurrentPassword } from './CurrentPassword.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Form.module.css';
import { sessionsQuery } from './sessions/sessions-query.ts';

/** Changes the password; this device stays signed in, the others do not. */
export function PasswordCard() {
  const t = useText();
  const user = useSignedIn();
  const form = useCallForm({ current_password: '', password: '', password_confirmation: '' });
  const change = form.submit(async (body) => {
    await call('POST /api/settings/password', { body });
    form.reset();
    toast({ text: t('profile.password_changed') });
    await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  });
  return (
    <Card title={t('profile.password_title')}>
      <form className={flowStyles.stack} noValidate onSubmit={change}>
        <FormErrors messages={form.messages} />
        <CurrentPassword field={form.field('current_password')} />
        <NewPasswordFields
          label={t('common.new_password')}
          password={form.field('password')}
          confirmation={form.field('password_confirmation')}
          personal={[user.first_name, user.second_name, user.email]}
        />
        <Button className={styles.submit} type="submit" busy={form.busy}>
          {t('profile.change_password')}
        </Button>
      </form>
    </Card>
  );
}
