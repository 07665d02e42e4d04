import { homeOf } from '#web/platform/navigation/guards.ts';
import { useUser } from '#web/platform/session/session.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Statement } from './Statement.tsx';

/** An unknown address. */
export function NotFoundPage() {
  const t = useText();
  const user = useUser();
  return (
    <Statement
      drawing={<Drawing name="staircase" />}
      title={t('common.not_found_title')}
      text={t('common.not_found_text')}
    >
      <Link to={user ? homeOf(user) : '/login'} className={buttonClass({ variant: 'primary' })}>
        {t(user ? 'common.go_home' : 'common.go_login')}
      </Link>
    </Statement>
  );
}
