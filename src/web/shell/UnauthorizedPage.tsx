import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Statement } from './Statement.tsx';

/** Where the role guard sends a person whose role is not on the screen's list; a guest may have one. */
export function UnauthorizedPage() {
  const t = useText();
  const isSignedIn = useUser() !== null;
  return (
    <Statement
      drawing={<Drawing name="gate" />}
      title={t('common.unauthorized_title')}
      text={t(isSignedIn ? 'common.unauthorized_text' : 'shell.sign_in_first')}
    >
      <Link to={isSignedIn ? '/home' : '/login'} className={buttonClass({ variant: 'primary' })}>
        {t(isSignedIn ? 'common.go_home' : 'common.go_login')}
      </Link>
    </Statement>
  );
}
