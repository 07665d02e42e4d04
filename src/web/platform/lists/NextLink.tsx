import { buttonClass } from '#web/ui/Button.tsx';
import { useText } from '../i18n/i18n.tsx';
import { Link } from '../navigation/navigation.tsx';
import type { Path } from '../navigation/path.ts';

/** The filled act of a queue: opens what comes first in it. Nothing where nothing waits. */
export function NextLink({ to }: { to: Path | undefined }) {
  const t = useText();
  if (!to) return null;
  return (
    <Link to={to} className={buttonClass({ variant: 'primary' })}>
      {t('lists.review_next')}
    </Link>
  );
}
