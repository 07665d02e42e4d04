import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { windowConfig } from '#web/platform/window-config.ts';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './Sidebar.module.css';

const isOffered = windowConfig.features.ipo;

/** The way to offerings; where the house has none, the way to what somebody has of earlier ones. */
export function IpoLinks({ isOpen }: { isOpen: boolean }) {
  const t = useText();
  const { data: own } = useQuery({
    queryKey: ['my-ipo'],
    queryFn: () => call('POST /api/ipo/my-ipo', { body: {} }, { loader: false }),
    enabled: !isOffered,
    retry: false,
  });
  if (!isOffered && !own) return null;
  const links = [
    ...(isOffered
      ? ([
          ['/ipo/calendar', 'shell.ipo_calendar'],
          ['/ipo/calculator', 'shell.ipo_calculator'],
        ] as const)
      : []),
    ['/ipo/my-ipo', 'shell.ipo_my'],
    ['/ipo/history', 'shell.ipo_history'],
  ] as const;
  return (
    <Disclosure label={t('shell.ipo')} icon={<Rocket {...icon} />} startOpen={isOpen}>
      <ul className={styles.group}>
        {links.map(([to, label]) => (
          <li key={to}>
            <Go to={to} className={styles.subitem}>
              {t(label)}
            </Go>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
