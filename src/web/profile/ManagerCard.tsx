import type { User } from '#contract/auth/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import styles from './ManagerCard.module.css';

/** The client's account manager, with their contact, where the menu does not show them; nothing for a client without one. */
export function ManagerCard({ user: { responsible_stagename: name, responsible_email: email } }: { user: User }) {
  const t = useText();
  if (!name && !email) return null;
  return (
    <Card title={t('profile.personal_manager')} className={styles.card}>
      <div className={styles.manager}>
        <Avatar name={name ?? email ?? ''} size={48} />
        <div>
          {name && (
            <p className={styles.name}>
              <bdi>{name}</bdi>
            </p>
          )}
          {email && (
            <a href={`mailto:${email}`}>
              <bdi>{email}</bdi>
            </a>
          )}
        </div>
      </div>
    </Card>
  );
}
