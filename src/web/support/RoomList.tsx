import type { DeskRoom } from '#contract/support-desk.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { Distance } from '#web/platform/When.tsx';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './RoomList.module.css';

const avatarPx = 36;

/** Conversations with their client, what they are about, and how much of them is unread. */
export function RoomList({ rooms }: { rooms: readonly DeskRoom[] }) {
  return (
    <ul>
      {rooms.map((room) => (
        <Room key={room.id} room={room} />
      ))}
    </ul>
  );
}

function Room({ room }: { room: DeskRoom }) {
  const { id, client, number, subject, last_message, unread_count, updated_at, assignee, answer_due_at, priority } =
    room;
  const t = useText();
  return (
    <li className={styles.room}>
      <Avatar name={client} size={avatarPx} />
      <div className={styles.words}>
        <h2 className={styles.client}>
          <Go to={`/chats/${id}`}>
            <bdi>{client}</bdi>
          </Go>
        </h2>
        <p className={styles.subject}>
          {number === null ? t('chats.chat') : t('chats.ticket', { number, subject: subject ?? '' })}
        </p>
        <p className={styles.message} dir="auto">
          {last_message ?? t('chats.no_message')}
        </p>
      </div>
      <div className={styles.state}>
        <Distance at={updated_at} />
        {answer_due_at && (
          <span>
            <Distance at={answer_due_at} within="chats.due" />
          </span>
        )}
        {assignee && <bdi>{assignee.name}</bdi>}
        {(priority === 'high' || priority === 'urgent') && (
          <Badge tone="warning">{t(`chats.priority_${priority}`)}</Badge>
        )}
        {unread_count > 0 && <Badge tone="accent">{t('chats.unread', { count: unread_count })}</Badge>}
      </div>
    </li>
  );
}

/** The place of some conversations. */
export function RoomListSkeleton() {
  return Array.from({ length: 4 }, (_, index) => (
    <div key={index} className={styles.room}>
      <Skeleton shape="circle" width={avatarPx} />
      <div className={styles.words}>
        <Skeleton width="8rem" />
        <Skeleton width="14rem" />
        <Skeleton />
      </div>
    </div>
  ));
}
