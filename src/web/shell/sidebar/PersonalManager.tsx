import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import styles from './Sidebar.module.css';

/** The client's account manager, with their contact. */
export function PersonalManager({ user }: { user: User }) {
  const t = useText();
  const { responsible_stagename: name, responsible_email: email } = user;
  if (!name && !email) return null;
  return (
    <section className={styles.manager} aria-label={t('shell.personal_manager')}>
      <Avatar name={name ?? email ?? ''} size={36} />
      <div>
        <h2>{t('shell.personal_manager')}</h2>
        {name && (
          <p>
            <bdi>{name}</bdi>
          </p>
        )}
        {email && (
          <a href={`mailto:${email}`}>
            <bdi>{email}</bdi>
          </a>
        )}
      </div>
    </section>
  );
}
