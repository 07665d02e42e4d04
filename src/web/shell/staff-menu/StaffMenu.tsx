import { useQuery } from '@tanstack/react-query';
import { Keyboard, LogOut, Pencil, Search } from 'lucide-react';
import type { User } from '#contract/auth/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { openDialog } from '#web/platform/navigation/dialogs.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { homeOf } from '#web/platform/navigation/guards.ts';
import { menuGroups, type MenuEntry } from '#web/platform/navigation/screen.ts';
import type { TextKey } from '#web/platform/i18n/text-key.ts';
import { useStaffScreens, type StaffScreen } from '#web/platform/navigation/staff-screens.ts';
import { cx } from '#web/ui/cx.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useLeave } from '../use-leave.ts';
import styles from './StaffMenu.module.css';
import { waitingQuery } from '#web/platform/lists/waiting-query.ts';

const groupNames: Record<MenuEntry['group'], TextKey> = {
  work: 'shell.group_work',
  customers: 'shell.screen_clients',
  offerings: 'shell.screen_ipo',
  finance: 'shell.finance',
  risk: 'shell.group_risk',
  content: 'shell.group_content',
  admin: 'shell.group_admin',
};

/** The menu of staff: the screens that the person may open, by group, with what waits; on phones also the search and the sign-out. */
export function StaffMenu({ user, onPhone = false }: { user: User; onPhone?: boolean }) {
  const t = useText();
  const leave = useLeave();
  const screens = useStaffScreens(user);
  return (
    <div className={styles.menu}>
      <nav className={styles.groups} aria-label={t('shell.menu')}>
        <Link to={homeOf(user)} className={styles.title}>
          {t('shell.administration')}
        </Link>
        {onPhone && (
          <button type="button" className={styles.item} onClick={() => openDialog('palette')}>
            <Search {...icon} />
            {t('shell.palette')}
          </button>
        )}
        {menuGroups.map((group) => {
          const own = screens.filter((screen) => screen.group === group);
          if (own.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`menu-${group}`}>
              <h2 id={`menu-${group}`} className={cx(own.length === 1 && styles.alone)}>
                {t(groupNames[group])}
              </h2>
              <ul>
                {own.map((screen) => (
                  <li key={screen.to}>
                    <Item screen={screen} exact={screens.some(({ to }) => to.startsWith(`${screen.to}/`))} />
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {onPhone && (
          <button type="button" className={styles.item} onClick={() => openDialog('keys')}>
            <Keyboard {...icon} />
            {t('keys.title')}
          </button>
        )}
        {onPhone && (
          <button type="button" className={styles.item} onClick={leave}>
            <LogOut {...icon} />
            {t('shell.exit')}
          </button>
        )}
      </nav>
      <Link to="/settings/profile" exact={false} className={styles.person} title={t('shell.edit_profile')}>
        <Avatar name={user.full_name} size={32} />
        <span className={styles.who}>
          <bdi>{user.full_name}</bdi>
          <bdi>{user.email}</bdi>
        </span>
        <Pencil {...icon} />
        <VisuallyHidden>{t('shell.edit_profile')}</VisuallyHidden>
      </Link>
    </div>
  );
}

/** `exact` for one whose address is the beginning of another’s. */
function Item({ screen: { to, label, waiting }, exact }: { screen: StaffScreen; exact: boolean }) {
  const t = useText();
  const { number } = useFormat();
  const queues = useQuery(waitingQuery).data?.queues;
  const count = (waiting && queues?.[waiting]) ?? 0;
  return (
    <Link to={to} exact={exact} className={styles.item}>
      <span>{t(label)}</span>
      {count > 0 && (
        <span className={styles.count}>
          <span aria-hidden>{number(count)}</span>
          <VisuallyHidden>{t('shell.waiting_count', { count })}</VisuallyHidden>
        </span>
      )}
    </Link>
  );
}
