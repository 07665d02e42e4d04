import { tokenLifetimeMs } from '#contract/constants.ts';
import { call } from '#web/platform/api/api.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { Entrance } from './Entrance.tsx';
import { MailRequestForm } from './EmailRequestForm.tsx';

const minutes = tokenLifetimeMs.passwordReset / 60_000;

/** Has a link mailed that sets a new password. */
export function PasswordResetPage() {
  const t = useText();
  return (
    <Entrance
      title={t('auth.reset_title')}
      intro={t('auth.reset_intro')}
      links={
        <>
          <Go to="/login">{t('auth.back_to_login')}</Go>
          <Go to="/register">{t('auth.to_register')}</Go>
        </>
      }
    >
      <MailRequestForm
        submitText={t('auth.send_link')}
        sentText={(email) => t('auth.reset_sent', { email, minutes })}
        send={(email) => call('POST /api/password/email', { body: { email } })}
      />
    </Entrance>
  );
}
