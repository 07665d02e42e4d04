import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Statement } from './Statement.tsx';

/** Where the role guard sends a person whose role is not on the screen's list. */
export function UnauthorizedPage() {
  const t = useText();
  return (
    <Statement
      drawing={<Drawing name="gate" />}
      title={t('common.unauthorized_title')}
      text={t('common.unauthorized_text')}
    >
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        {t('common.go_home')}
      </Link>
    </Statement>
  );
}
