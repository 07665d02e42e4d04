import { Check } from 'lucide-react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { markRead } from './mark-read.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './NotificationList.module.css';

interface NotificationListProps {
  notifications: readonly Notification[];
  /** Called when the person follows a link. */
  onFollow?: () => void;
}

/** A person's notifications; each links to its subject, and following the link marks it as read. */
export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  return (
    <ul className={styles.list}>
      {notifications.map((notification) => (
        <Line key={notification.id} notification={notification} onFollow={onFollow} />
      ))}
    </ul>
  );
}

function Line({ notification, onFollow }: { notification: Notification; onFollow: (() => void) | undefined }) {
  const t = useText();
  const { id, title, text, path, at, read } = notification;
  const follow = () => {
    if (!read) void markRead(id);
    onFollow?.();
  };
  return (
    <li className={cx(styles.line, !read && styles.unread)}>
      <div className={styles.words}>
        <Link to={path as Path} className={styles.title} onClick={follow}>
          {title}
          {!read && <VisuallyHidden> {t('notifications.unread')}</VisuallyHidden>}
        </Link>
        <p className={styles.text}>{text}</p>
        <p className={textStyles.soft}>
          <RelativeTime at={at} />
        </p>
      </div>
      {!read && (
        <IconButton
          label={t('notifications.mark_read', { title })}
          title={t('notifications.mark_read_short')}
          onClick={() => void markRead(id)}
        >
          <Check {...icon} />
        </IconButton>
      )}
    </li>
  );
}
