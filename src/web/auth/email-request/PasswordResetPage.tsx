import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Entrance } from '../Entrance.tsx';
import { EmailRequestForm } from './EmailRequestForm.tsx';

const minutes = tokenLifetimeMs.passwordReset / 60_000;

/** Requests an email with a link that sets a new password. */
export function PasswordResetPage() {
  const t = useText();
  return (
    <Entrance
      title={t('auth.reset_title')}
      intro={t('auth.reset_intro')}
      links={
        <>
          <Link to="/login">{t('auth.back_to_login')}</Link>
          <Link to="/register">{t('auth.to_register')}</Link>
        </>
      }
    >
      <EmailRequestForm
        submitText={t('auth.send_link')}
        sentText={(email) => t('auth.reset_sent', { email, minutes })}
        send={(email) => call('POST /api/password/email', { body: { email } })}
      />
    </Entrance>
  );
}
