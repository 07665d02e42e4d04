import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { chatAgentName } from '#contract/constants.ts';
import type { ChatRoom } from '#contract/support.ts';
import { useText } from '#web/platform/i18n.tsx';
import { queries } from '#web/platform/queries.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './ChatBox.module.css';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { OpenTicketDialog } from './OpenTicketDialog.tsx';
import { RateForm } from './RateForm.tsx';
import { hoursQuery, roomsQuery } from './support-queries.ts';
import { keepDraft, readDraft } from './unsaid.ts';
import { useTalk } from './use-talk.ts';

interface OpenChatProps {
  room: ChatRoom;
  onClose: () => void;
}

/** What is said in the chat, and what the client says; where nobody of support is there, a ticket takes his words. */
export function OpenChat({ room, onClose }: OpenChatProps) {
  const t = useText();
  const { talk, typing } = useTalk(room.id, 'client');
  const { data: hours } = useQuery(hoursQuery);
  const { data: rooms = [] } = useQuery(roomsQuery);
  const [draft, setDraft] = useState(readDraft);
  const [isLeaving, setIsLeaving] = useState(false);
  const [ratedId, setRatedId] = useState<string>();
  // Thanks stay where the question was.
  const toRate = ratedId ?? roomToRate(rooms, room)?.id;
  const keep = (text: string) => {
    setDraft(text);
    keepDraft(text);
  };
  return (
    <>
      {hours && !(hours.open && hours.agents) && (
        <div className={styles.notice}>
          <p>{t(hours.open ? 'chats.nobody_here' : 'chats.after_hours')}</p>
          <Button size="small" onClick={() => setIsLeaving(true)}>
            {t('chats.leave_ticket')}
          </Button>
        </div>
      )}
      <MessageList talk={talk} side="client" label={t('chats.messages')} empty={t('chats.begin')} />
      <p className={styles.typing} role="status">
        {typing.others && t('chats.typing', { name: room.agent ?? chatAgentName })}
      </p>
      {toRate && (
        <RateForm
          key={toRate}
          roomId={toRate}
          onRated={() => {
            setRatedId(toRate);
            void queries.invalidateQueries({ queryKey: roomsQuery.queryKey });
          }}
        />
      )}
      <Composer talk={talk} typing={typing} draft={draft} onDraft={keep} />
      {isLeaving && (
        <OpenTicketDialog
          open
          text={draft}
          onClose={() => setIsLeaving(false)}
          onOpened={() => {
            keep('');
            onClose();
          }}
        />
      )}
    </>
  );
}

/** The chat that support has settled and the client has not rated: this one, or the last one while this one is empty. */
function roomToRate(rooms: readonly ChatRoom[], room: ChatRoom): ChatRoom | undefined {
  const isSettled = ({ status }: ChatRoom) => status === 'resolved' || status === 'closed';
  if (!isSettled(room) && room.last_seq > 0) return undefined;
  const last = isSettled(room) ? room : rooms.find(isSettled);
  return last?.status === 'resolved' && last.agent !== null && last.rating === null ? last : undefined;
}
