import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx';
import { Spinner } from '#web/ui/feedback/Spinner.tsx';
import styles from './ChatBox.module.css';
import { ChatHead } from './ChatHead.tsx';
import { OpenChat } from './OpenChat.tsx';
import { ownRoomQuery, roomsQuery } from './support-queries.ts';

/** As on phones, where a keyboard user would otherwise move beneath it. */
const fillsScreen = () => window.matchMedia('(max-width: 40em)').matches;

/** The open chat with support. Its room is created when there is none. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const opened = useQuery(ownRoomQuery);
  // Fetched once the room is there: a list from before would lack it.
  const { data: rooms, dataUpdatedAt } = useQuery({ ...roomsQuery, enabled: opened.data !== undefined });
  // The list shows its state: who has claimed it, whether it is resolved, and by its absence that it is a ticket.
  const listed = rooms?.find(({ id }) => id === opened.data?.id);
  const room = listed ?? opened.data;
  const isTicket = rooms !== undefined && !listed && dataUpdatedAt > opened.dataUpdatedAt;
  useEffect(() => frame.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <section
      ref={frame}
      className={styles.box}
      aria-label={t('chats.box')}
      tabIndex={-1}
      onKeyDown={(event) => {
        // What is open above the box takes its own Escape.
        if (event.key === 'Escape' && !(event.target as Element).closest('dialog')) onClose();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (fillsScreen() && relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.focus();
      }}
    >
      <ChatHead room={room} onClose={onClose} />
      {room ? (
        <OpenChat key={room.id} room={room} isTicket={isTicket} onClose={onClose} />
      ) : opened.isError ? (
        <ErrorState
          title={t('chats.not_opened')}
          retry={{ text: t('common.try_again'), onRetry: () => void opened.refetch(), busy: opened.isFetching }}
        />
      ) : (
        <p className={styles.waiting} role="status">
          <Spinner /> {t('common.loading')}
        </p>
      )}
    </section>
  );
}
