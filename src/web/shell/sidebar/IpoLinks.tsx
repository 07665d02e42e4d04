import { Rocket } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { offersIpo, useHasIpo } from '#web/platform/offers-ipo.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { icon } from '#web/ui/icon.ts';
import { MenuGroup } from './MenuGroup.tsx';
import styles from './Sidebar.module.css';

/** The link to offerings; where the operator has none, the link to what the person has of earlier ones. */
export function IpoLinks({ isHere }: { isHere: boolean }) {
  const t = useText();
  if (!useHasIpo()) return null;
  const links = [
    ...(offersIpo
      ? ([
          ['/ipo/calendar', 'shell.ipo_calendar'],
          ['/ipo/calculator', 'shell.ipo_calculator'],
        ] as const)
      : []),
    ['/ipo/my-ipo', 'shell.ipo_my'],
    ['/ipo/history', 'shell.ipo_history'],
  ] as const;
  return (
    <MenuGroup label={t('shell.ipo')} icon={<Rocket {...icon} />} isHere={isHere}>
      <ul className={styles.group}>
        {links.map(([to, label]) => (
          <li key={to}>
            <Link to={to} exact={false} className={styles.subitem}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </MenuGroup>
  );
}
