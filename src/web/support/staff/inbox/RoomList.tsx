import { Eye } from 'lucide-react';
import { useRef } from 'react';
import type { StaffRoom } from '#contract/support/staff-endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { keepPlace, useReturn } from '#web/platform/lists/use-return.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { icon } from '#web/ui/icon.ts';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Due, SettleSoon } from '../Due.tsx';
import { Marked } from '../Marked.tsx';
import type { Agent } from '../use-inbox.ts';
import styles from './RoomList.module.css';

const avatarPx = 36;

interface RoomListProps {
  rooms: readonly StaffRoom[];
  /** Words that were searched for: they are marked. */
  search: string;
  /** The others of support, who may look at one of these. */
  agents: readonly Agent[];
}

/** Conversations with their client, what they are about, how much of them is unread, and when an answer is due. */
export function RoomList({ rooms, search, agents }: RoomListProps) {
  const list = useRef<HTMLUListElement>(null);
  useReturn(list);
  return (
    // The links in the rows are for the keyboard as well: what is kept here is only where the list was.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <ul
      ref={list}
      onClick={({ target }) => {
        const key = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset['row'];
        if (key) keepPlace(key);
      }}
    >
      {rooms.map((room) => (
        <Room
          key={room.id}
          room={room}
          search={search}
          here={agents.filter(({ room_ids }) => room_ids.includes(room.id))}
        />
      ))}
    </ul>
  );
}

function Room({ room, search, here }: { room: StaffRoom; search: string; here: readonly Agent[] }) {
  const { id, client, number, subject, last_message, hit, unread_count, updated_at, assignee } = room;
  const { reply_due_at, resolve_due_at, priority } = room;
  const t = useText();
  const format = useFormat();
  const about = number === null ? t('chats.chat') : t('chats.ticket', { number, subject: subject ?? '' });
  return (
    <li className={styles.room} data-row={id}>
      <Avatar name={client} size={avatarPx} />
      <div className={styles.words}>
        <h2 className={styles.client}>
          <Link to={`/chats/${id}`}>
            <bdi>
              <Marked text={client} search={search} />
            </bdi>
          </Link>
        </h2>
        <p>
          <Marked text={about} search={search} />
        </p>
        <p className={styles.message} dir="auto">
          <Marked text={hit ?? last_message ?? t('chats.no_message')} search={search} />
        </p>
        {here.length > 0 && (
          <p className={styles.here}>
            <Eye {...icon} size={14} />
            {t('chats.access_log_too', { names: format.list(here.map(({ name }) => name)) })}
          </p>
        )}
      </div>
      <div className={styles.state}>
        <RelativeTime at={updated_at} />
        {reply_due_at && <Due at={reply_due_at} />}
        {resolve_due_at && <SettleSoon at={resolve_due_at} />}
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
