import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Entrance } from '../Entrance.tsx';
import { ResendForm } from './LinkForms.tsx';

/** Sends the verification link again: to the own address, or to one that a guest enters. */
export function ResendVerificationPage() {
  const t = useText();
  const user = useUser();
  const home = user ? (
    <Link to="/home">{t('common.go_home')}</Link>
  ) : (
    <Link to="/login">{t('auth.back_to_login')}</Link>
  );
  return (
    <Entrance title={t('auth.resend_title')} intro={user ? undefined : t('auth.resend_intro')} links={home}>
      <ResendForm />
    </Entrance>
  );
}
