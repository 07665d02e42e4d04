import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatRoom } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { queries } from '#web/platform/api/query-client.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './ChatBox.module.css';
import { Composer } from './conversation/Composer.tsx';
import { MessageList } from './conversation/MessageList.tsx';
import { OpenTicketDialog } from './tickets/OpenTicketDialog.tsx';
import { RateForm } from './RateForm.tsx';
import { roomsQuery, supportStateQuery, ticketQuery } from './support-queries.ts';
import { roomToRate } from './to-rate.ts';
import { TypingLine } from './conversation/TypingLine.tsx';
import { useDraft } from './conversation/use-draft.ts';
import { useTalk } from './talk/use-talk.ts';

interface OpenChatProps {
  room: ChatRoom;
  /** It has become a ticket since the box was opened. */
  isTicket: boolean;
  onClose: () => void;
}

/** The messages of the chat, and the client's input; where no agent is available, it becomes a ticket. */
export function OpenChat({ room, isTicket, onClose }: OpenChatProps) {
  const t = useText();
  const { talk, typing } = useTalk(room.id, 'client');
  const { data: support } = useQuery(supportStateQuery(room.id));
  const draft = useDraft('chat');
  const [isLeaving, setIsLeaving] = useState(false);
  const { toRate, onRated } = useToRate(room, isTicket);
  const { data: ticket } = useQuery({ ...ticketQuery(room.id), enabled: isTicket });
  return (
    <>
      {ticket && (
        <p className={styles.notice}>
          <Link to={`/tickets/${room.id}`} onClick={onClose}>
            {t('chats.ticket', { number: ticket.number, subject: ticket.subject })}
          </Link>
        </p>
      )}
      {!isTicket && (support?.state === 'away' || support?.state === 'closed') && (
        <div className={styles.notice}>
          <p>{t(support.state === 'away' ? 'chats.nobody_here' : 'chats.after_hours')}</p>
          <Button size="small" onClick={() => setIsLeaving(true)}>
            {t('chats.leave_ticket')}
          </Button>
        </div>
      )}
      <div className={styles.talk} {...draft.drop}>
        <MessageList talk={talk} side="client" label={t('chats.messages')} empty={t('chats.create_draft')} />
        <TypingLine talk={talk} typing={typing} room={room} className={styles.typing} />
        {toRate && <RateForm key={toRate} roomId={toRate} onRated={onRated} />}
        <Composer talk={talk} typing={typing} draft={draft} />
      </div>
      {isLeaving && (
        <OpenTicketDialog
          open
          text={draft.text}
          onClose={() => setIsLeaving(false)}
          onOpened={() => {
            draft.write('');
            onClose();
          }}
        />
      )}
    </>
  );
}

/** Which conversation the client may rate; the thanks stay where the question was. */
function useToRate(room: ChatRoom, isTicket: boolean) {
  const { data: rooms = [] } = useQuery(roomsQuery);
  const { data: ticket } = useQuery({ ...ticketQuery(room.id), enabled: isTicket });
  const [ratedId, setRatedId] = useState<string>();
  const { status, rating, answered: hasReply } = ticket ?? room;
  const now = { ...room, status, rating, hasReply };
  const toRate = ratedId ?? (isTicket && !ticket ? undefined : roomToRate(rooms, now)?.id);
  const onRated = () => {
    setRatedId(toRate);
    for (const { queryKey } of [roomsQuery, ticketQuery(room.id)]) void queries.invalidateQueries({ queryKey });
  };
  return { toRate, onRated };
}
