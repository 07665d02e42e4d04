import type { StaffRoomInfo } from '#contract/support/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import styles from '../SupportStaff.module.css';

/** That nothing more is said to the client here, and where it goes on. */
export function ClosedLine({ next }: Pick<StaffRoomInfo, 'next'>) {
  const t = useText();
  return (
    <p className={styles.closed}>
      {t('chats.closed_room')}{' '}
      {next ? (
        <Link to={`/chats/${next.room_id}`}>
          {next.number === null ? t('chats.goes_on_chat') : t('chats.goes_on_ticket', { number: next.number })}
        </Link>
      ) : (
        t('chats.closed_waits')
      )}
    </p>
  );
}
