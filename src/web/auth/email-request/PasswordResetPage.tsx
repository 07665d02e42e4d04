import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Entrance } from '../Entrance.tsx';
import { ResetForm } from './LinkForms.tsx';

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
      <ResetForm />
    </Entrance>
  );
}
