import { ArrowDown } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Message } from '#contract/support/endpoints.ts';
import { useNear } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useStore } from '#web/platform/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { icon } from '#web/ui/icon.ts';
import { byDay } from './days.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Conversation.module.css';
import { MessageBubble, OutgoingBubble } from './MessageBubble.tsx';
import type { Talk } from '../talk/talk.ts';
import { useListEnd } from './use-list-end.ts';

interface MessageListProps {
  talk: Talk;
  side: 'client' | 'support';
  /** For screen readers. */
  label: string;
  /** Shown until there is a message. */
  empty?: string;
}

/**
 * The messages, the oldest first, with those on their way. The list stays at the end while the reader is there, keeps
 * their position when earlier messages are put before it or later ones come, and marks as read what is in view.
 */
export function MessageList({ talk, side, label, empty }: MessageListProps) {
  const t = useText();
  const near = useNear();
  const state = useStore(talk.store);
  const { frame, content, keepScrollPosition, toEnd, below, onScroll } = useListEnd(talk, side);
  const [loading, setLoading] = useState(false);
  const { messages, outgoing, hasEarlier } = state;
  // As it was when the list was opened: where what is new begins.
  const [readBefore, setReadBefore] = useState<number>();
  if (state.loaded && readBefore === undefined) setReadBefore(state[side].read_seq);
  const firstNew = messages.find(({ seq, from }) => seq > (readBefore ?? seq) && from !== side)?.seq;
  const isEmpty = state.loaded && messages.length + outgoing.length === 0;

  const showEarlier = async () => {
    setLoading(true);
    keepScrollPosition();
    await talk.earlier().catch(() => undefined);
    setLoading(false);
  };
  const showNew = () => {
    toEnd();
    // The button goes, and the focus is not to go with it.
    frame.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.list}>
      <div
        ref={frame}
        className={styles.scroll}
        role="log"
        aria-live="polite"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
        tabIndex={0}
        onScroll={onScroll}
      >
        {hasEarlier && (
          <Button size="small" busy={loading} onClick={() => void showEarlier()}>
            {t('chats.earlier')}
          </Button>
        )}
        {isEmpty && empty && <p className={styles.empty}>{empty}</p>}
        <div ref={content} className={styles.conversation}>
          {byDay<Message>(messages).map(({ at, events }) => (
            <section key={at} className={styles.day} aria-label={near(at, 'date')}>
              <h3 className={styles.date}>{near(at, 'date')}</h3>
              <ol className={flowStyles.column}>
                {events.map((message) => (
                  <Fragment key={message.id}>
                    {message.seq === firstNew && <li className={styles.date}>{t('chats.new_messages')}</li>}
                    <MessageBubble message={message} state={state} side={side} />
                  </Fragment>
                ))}
              </ol>
            </section>
          ))}
          {outgoing.length > 0 && (
            <ol className={flowStyles.column}>
              {outgoing.map((words) => (
                <OutgoingBubble key={words.id} words={words} talk={talk} heldUntil={state.heldUntil} />
              ))}
            </ol>
          )}
        </div>
      </div>
      <div className={styles.below} role="status">
        {below > 0 && (
          <Button size="small" variant="primary" icon={<ArrowDown {...icon} />} onClick={showNew}>
            {t('chats.new_below', { count: below })}
          </Button>
        )}
      </div>
    </div>
  );
}
