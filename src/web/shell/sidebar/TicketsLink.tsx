import { useQuery } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { unreadQuery } from '#web/platform/api/list-queries.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './Sidebar.module.css';

/** The way to the own tickets, with how much in them is unread. */
export function TicketsLink() {
  const t = useText();
  const count = useQuery(unreadQuery).data?.tickets ?? 0;
  return (
    <Link to="/tickets" exact={false} className={styles.item}>
      <LifeBuoy {...icon} />
      {t('shell.my_tickets')}
      {count > 0 && (
        <Badge tone="accent">
          <span aria-hidden>{count}</span>
          <VisuallyHidden>{t('shell.alert_text', { count })}</VisuallyHidden>
        </Badge>
      )}
    </Link>
  );
}
