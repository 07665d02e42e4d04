import { useQuery } from '@tanstack/react-query';
import { Mail, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { chatAgentName } from '#contract/constants.ts';
import type { ChatRoom } from '#contract/support.ts';
import { ApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { queries } from '#web/platform/queries.ts';
import { When } from '#web/platform/When.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './ChatBox.module.css';
import { Composer } from './Composer.tsx';
import { MessageList } from './MessageList.tsx';
import { RateForm } from './RateForm.tsx';
import { hoursQuery, roomsQuery } from './support-queries.ts';
import { useTalk } from './use-talk.ts';

const draftKey = 'chat-draft';

/** The open chat with support. Its room is made when there is none. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const t = useText();
  const frame = useRef<HTMLElement>(null);
  const room = useQuery({
    queryKey: ['chat-room'],
    queryFn: () => call('POST /api/chat/room', { body: { agent_name: chatAgentName } }, { loader: false }),
    gcTime: 0,
  });
  useEffect(() => frame.current?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere inside
    <section
      ref={frame}
      className={styles.box}
      aria-label={t('chats.box')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <ChatHead room={room.data} onClose={onClose} />
      {room.data ? (
        <OpenChat key={room.data.id} room={room.data} />
      ) : room.isError ? (
        <ErrorState
          title={t('chats.not_opened')}
          retry={{ text: t('common.try_again'), onRetry: () => void room.refetch(), busy: room.isFetching }}
        />
      ) : (
        <p className={styles.waiting} role="status">
          <Spinner /> {t('common.loading')}
        </p>
      )}
    </section>
  );
}

function ChatHead({ room, onClose }: { room: ChatRoom | undefined; onClose: () => void }) {
  const t = useText();
  const { data: hours } = useQuery(hoursQuery);
  const mailTranscript = () => {
    if (!room) return;
    call('POST /api/chat/rooms/:id/transcript', { params: { id: room.id }, body: {} }).then(
      () => toast({ text: t('chats.transcript_sent') }),
      (error: unknown) =>
        toast({ text: error instanceof ApiError ? error.message : t('common.went_wrong'), tone: 'negative' }),
    );
  };
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2>{t('chats.box')}</h2>
        <p className={styles.soft}>
          {room?.agent ? (
            t('chats.with', { name: room.agent })
          ) : hours?.open ? (
            t(hours.agents ? 'chats.here' : 'chats.soon')
          ) : hours?.opens_at ? (
            <When at={hours.opens_at} within="chats.back_at" />
          ) : null}
        </p>
      </div>
      {room && room.last_seq > 0 && (
        <IconButton label={t('chats.transcript')} onClick={mailTranscript}>
          <Mail {...icon} />
        </IconButton>
      )}
      <IconButton label={t('common.m167_close')} onClick={onClose}>
        <X {...icon} />
      </IconButton>
    </header>
  );
}

function OpenChat({ room }: { room: ChatRoom }) {
  const t = useText();
  const { talk, typing } = useTalk(room.id, 'client');
  const { data: hours } = useQuery(hoursQuery);
  const { data: rooms } = useQuery(roomsQuery);
  const [draft, setDraft] = useState(() => sessionStorage.getItem(draftKey) ?? '');
  const status = rooms?.find(({ id }) => id === room.id)?.status ?? room.status;
  const keep = (text: string) => {
    setDraft(text);
    sessionStorage.setItem(draftKey, text);
  };
  return (
    <>
      {hours && !hours.open && (
        <p className={styles.notice}>
          {t('chats.after_hours')} <Go to="/tickets?new=1">{t('tickets.open_ticket')}</Go>
        </p>
      )}
      <MessageList talk={talk} side="client" label={t('chats.messages')} />
      <p className={styles.typing} role="status">
        {typing.others && t('chats.typing', { name: room.agent ?? chatAgentName })}
      </p>
      {(status === 'resolved' || status === 'closed') && (
        <RateForm roomId={room.id} onRated={() => void queries.invalidateQueries({ queryKey: ['chat-rooms'] })} />
      )}
      <Composer talk={talk} typing={typing} draft={draft} onDraft={keep} />
    </>
  );
}
