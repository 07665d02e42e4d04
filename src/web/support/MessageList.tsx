import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Message } from '#contract/support.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useStore } from '#web/platform/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { byDay } from './days.ts';
import styles from './Conversation.module.css';
import { MessageBubble, OutgoingBubble } from './MessageBubble.tsx';
import type { Talk } from './talk.ts';

interface MessageListProps {
  talk: Talk;
  side: 'client' | 'support';
  /** Said for readers of the page by ear. */
  label: string;
  /** Stands there until something is said. */
  empty?: string;
}

/** As near to the end as this, a reader wants to stay there. */
const nearEndPx = 80;

/**
 * What was said, the oldest first, with what is on its way. It stays at the end while the reader is there, keeps his place
 * when earlier messages are put before it, and counts as read what he has before him.
 */
export function MessageList({ talk, side, label, empty }: MessageListProps) {
  const t = useText();
  const format = useFormat();
  const state = useStore(talk.store);
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const heightBefore = useRef(0);
  const [loading, setLoading] = useState(false);
  const { messages, outgoing, hasEarlier } = state;
  const first = messages[0]?.seq;
  // As it was when the list was opened: where what is new begins.
  const [readBefore, setReadBefore] = useState<number>();
  if (state.loaded && readBefore === undefined) setReadBefore(state[side].read_seq);
  const firstNew = messages.find(({ seq, from }) => seq > (readBefore ?? seq) && from !== side)?.seq;
  const isEmpty = state.loaded && messages.length + outgoing.length === 0;

  useLayoutEffect(() => {
    const list = frame.current;
    if (!list) return;
    if (heightBefore.current > 0) list.scrollTop += list.scrollHeight - heightBefore.current;
    heightBefore.current = 0;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is read is the page, which changes with this
  }, [first]);

  useEffect(() => {
    const list = frame.current;
    const inner = content.current;
    if (!list || !inner) return undefined;
    // Whatever grows or shrinks, the words or the field below: whoever is at the end stays there.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) list.scrollTop = list.scrollHeight;
    });
    observer.observe(list);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible' && atEnd.current) talk.seen();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each message that comes is to be seen
  }, [talk, state.reachedSeq]);

  const showEarlier = async () => {
    setLoading(true);
    heightBefore.current = frame.current?.scrollHeight ?? 0;
    atEnd.current = false;
    await talk.earlier().catch(() => undefined);
    setLoading(false);
  };
  return (
    <div
      ref={frame}
      className={styles.scroll}
      role="log"
      aria-live="polite"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever reads by keyboard scrolls it
      tabIndex={0}
      onScroll={({ currentTarget: list }) => {
        atEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < nearEndPx;
        if (atEnd.current && document.visibilityState === 'visible') talk.seen();
      }}
    >
      {hasEarlier && (
        <Button size="small" busy={loading} onClick={() => void showEarlier()}>
          {t('chats.earlier')}
        </Button>
      )}
      {isEmpty && empty && <p className={styles.empty}>{empty}</p>}
      <div ref={content} className={styles.conversation}>
        {byDay<Message>(messages).map(({ at, events }) => (
          <section key={at} className={styles.day} aria-label={format.date(at)}>
            <h3 className={styles.date}>{format.date(at)}</h3>
            <ol className={styles.messages}>
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
          <ol className={styles.messages}>
            {outgoing.map((words) => (
              <OutgoingBubble key={words.id} words={words} talk={talk} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}
