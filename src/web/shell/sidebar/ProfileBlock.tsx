import type { ReactNode } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { iconButtonClass } from '#web/ui/IconButton.tsx';
import styles from './Sidebar.module.css';

/** The signed-in person, with the link to their profile. */
export function ProfileBlock({ user, edit }: { user: User; edit: ReactNode }) {
  const t = useText();
  const name = user.full_name;
  return (
    <div className={styles.profile}>
      <Avatar name={name} />
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      <p className={styles.email}>
        <Email address={user.email} />
      </p>
      <Link
        to="/settings/profile"
        className={iconButtonClass}
        aria-label={t('shell.edit_profile')}
        title={t('shell.edit_profile')}
      >
        {edit}
      </Link>
    </div>
  );
}

/** Breaks before its domain, where it does not fit in a line. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@');
  return (
    <bdi>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
