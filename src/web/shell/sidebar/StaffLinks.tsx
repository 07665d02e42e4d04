import { Settings2 } from 'lucide-react';
import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useStaffScreens } from '#web/platform/navigation/staff-screens.ts';
import { icon } from '#web/ui/icon.ts';
import styles from './Sidebar.module.css';

/** The way to one’s work: the first place that one may enter, and below it the others. Nothing for a client. */
export function StaffLinks({ user }: { user: User }) {
  const t = useText();
  const [first, ...others] = useStaffScreens(user);
  if (!first) return null;
  return (
    <div>
      <Link to={first.to} className={styles.item}>
        <Settings2 {...icon} />
        {t('shell.administration')}
      </Link>
      <ul className={styles.group}>
        {others.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} exact={false} className={styles.subitem}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
