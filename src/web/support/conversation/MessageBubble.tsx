import { Check, CheckCheck, Clock, TriangleAlert } from 'lucide-react';
import type { Message } from '#contract/support/endpoints.ts';
import { FileList } from '#web/platform/files/FileList.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { cx } from '#web/ui/cx.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Conversation.module.css';
import type { ConversationState, Outgoing } from '../talk/conversation-state.ts';
import type { Talk } from '../talk/talk.ts';

interface MessageBubbleProps {
  message: Message;
  state: ConversationState;
  side: 'client' | 'support';
}

/**
 * One message as its reader sees it: their own on one side, those of the others on the other, the system in between.
 */
export function MessageBubble({ message, state, side }: MessageBubbleProps) {
  const t = useText();
  const format = useFormat();
  const { from, author, message: text, at, kind, system, files, seq } = message;
  if (system) {
    const { reply_by: replyBy } = system.params;
    return (
      <li className={styles.event}>
        {t(`chats.event_${system.event}`, system.params)}
        {replyBy && (
          <p>
            <DateTime at={replyBy} within="tickets.event_sla_due" />
          </p>
        )}
      </li>
    );
  }
  const isOwn = from === side;
  const others = side === 'client' ? state.support : state.client;
  const reached = others.read_seq >= seq ? 'read' : others.delivered_seq >= seq ? 'delivered' : 'sent';
  const name =
    isOwn && side === 'client'
      ? t('tickets.you')
      : from === 'support' && side === 'client'
        ? t('tickets.author_of_support', { name: author })
        : author;
  return (
    <li
      className={cx(
        styles.message,
        isOwn && styles.own,
        files.length > 0 && styles.withFiles,
        kind === 'internal_note' && styles.note,
      )}
    >
      <p className={styles.head}>
        <bdi className={styles.author}>{kind === 'internal_note' ? t('chats.note_of', { name }) : name}</bdi>
        <span>
          <time dateTime={at} title={format.exactTime(at)}>
            {format.time(at)}
          </time>
          {isOwn && kind !== 'internal_note' && <Reached state={reached} />}
        </span>
      </p>
      {text && (
        <p className={textStyles.written} dir="auto">
          {text}
        </p>
      )}
      {files.length > 0 && <FileList files={files} label={t('chats.files')} undated />}
    </li>
  );
}

const marks = { sent: Check, delivered: CheckCheck, read: CheckCheck };

function Reached({ state }: { state: keyof typeof marks }) {
  const t = useText();
  const Mark = marks[state];
  return (
    <span
      className={cx(styles.reached, state === 'read' && styles.read)}
      role="img"
      aria-label={t(`chats.state_${state}`)}
      title={t(`chats.state_${state}`)}
    >
      <Mark size={14} aria-hidden />
    </span>
  );
}

interface OutgoingBubbleProps {
  words: Outgoing;
  talk: Talk;
  /** Nothing is sent before. */
  heldUntil: string | undefined;
}

/** Words on their way, or words that did not get through, with what can be done about it. */
export function OutgoingBubble({ words, talk, heldUntil }: OutgoingBubbleProps) {
  const t = useText();
  const format = useFormat();
  const { id, text, files, state, why, internal } = words;
  const isHeld = heldUntil !== undefined && state !== 'failed';
  const stateText = isHeld
    ? t('chats.state_held', { time: format.time(heldUntil) })
    : state === 'failed' && why
      ? why
      : t(`chats.state_${state}`);
  const Mark = state === 'failed' ? TriangleAlert : Clock;
  return (
    <li className={cx(styles.message, styles.own, internal && styles.note, state === 'failed' && styles.failed)}>
      {internal && (
        <p className={styles.head}>
          <span className={styles.author}>{t('chats.kind_note')}</span>
        </p>
      )}
      {text && (
        <p className={textStyles.written} dir="auto">
          {text}
        </p>
      )}
      {files.map(({ id: fileId, name }) => (
        <p key={fileId} className={textStyles.written}>
          <bdi>{name}</bdi>
        </p>
      ))}
      <p className={styles.head}>
        <span role="status" className={styles.state}>
          <Mark size={14} aria-hidden /> {stateText}
        </span>
      </p>
      {state !== 'sending' && !isHeld && (
        <p className={styles.again}>
          <Button size="small" onClick={() => void talk.retry(id)}>
            {t('chats.retry')}
          </Button>
          {state === 'failed' && (
            <Button size="small" variant="quiet" onClick={() => talk.discard(id)}>
              {t('chats.discard')}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
