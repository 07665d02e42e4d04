import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { icon } from '#web/ui/icon.ts';
import { iconButtonClass } from '#web/ui/IconButton.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import styles from './Bell.module.css';
import { MarkAllButton } from './MarkAllButton.tsx';
import { notificationsQuery, unreadCountQuery } from './notification-queries.ts';
import { NotificationList } from './NotificationList.tsx';

const shownInPanel = 6;

/**
 * The bell of the top bar with the number of unread notices: a panel where there is space, a link to the screen on
 * phones.
 */
export function Bell() {
  const t = useText();
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const count = useQuery(unreadCountQuery).data?.count ?? 0;
  const label = count > 0 ? t('shell.bell_unread', { count }) : t('shell.bell');
  const sign = (
    <>
      <BellIcon {...icon} />
      {count > 0 && (
        <span className={styles.count} aria-hidden>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  );
  return (
    <>
      <Link to="/notifications" className={cx(iconButtonClass, styles.bell, styles.onPhone)} aria-label={label}>
        {sign}
      </Link>
      <button
        type="button"
        className={cx(iconButtonClass, styles.bell, styles.onDesk)}
        title={label}
        aria-label={label}
        aria-expanded={isOpen}
        popoverTarget={panelId}
      >
        {sign}
      </button>
      <div
        id={panelId}
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={t('shell.bell')}
        className={styles.panel}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen && <Latest onFollow={() => panel.current?.hidePopover()} />}
      </div>
    </>
  );
}

function Latest({ onFollow }: { onFollow: () => void }) {
  const t = useText();
  const query = useInfiniteQuery(notificationsQuery(useLanguage(), { group: '', unread: false }));
  return (
    <>
      <header className={styles.head}>
        <h2>{t('shell.bell')}</h2>
        <MarkAllButton group="" />
      </header>
      <div className={styles.latest}>
        <Async query={query} skeleton={<SkeletonRows count={3} />}>
          {({ pages: [first] }) =>
            first && first.notifications.length > 0 ? (
              <NotificationList notifications={first.notifications.slice(0, shownInPanel)} onFollow={onFollow} />
            ) : (
              <Nothing text={t('shell.bell_none')} />
            )
          }
        </Async>
      </div>
      <footer className={styles.foot}>
        <Link to="/notifications" className={buttonClass({ variant: 'quiet', wide: true })} onClick={onFollow}>
          {t('shell.bell_all')}
        </Link>
      </footer>
    </>
  );
}
