import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useStore } from '#web/platform/store.ts';
import type { Talk } from '../talk/talk.ts';

/** As near to the end as this, a reader wants to stay there. */
const nearEndPx = 80;

/**
 * Keeps a reader of a conversation at its end while they are there, whatever grows or shrinks, and leaves them where
 * they are when they have scrolled away, until they send a message. What is in view counts as read.
 */
export function useListEnd(talk: Talk, side: 'client' | 'support') {
  const { messages, outgoing, reachedSeq } = useStore(talk.store);
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  /** The position of the list when it was last checked or moved. */
  const lastTop = useRef(0);
  /** The last message when the reader scrolled away. */
  const [leftAtSeq, setLeftAtSeq] = useState<number>();

  const leave = () => {
    if (!atEnd.current) return;
    atEnd.current = false;
    setLeftAtSeq(talk.store.get().messages.at(-1)?.seq ?? 0);
  };
  const stay = () => {
    atEnd.current = true;
    setLeftAtSeq(undefined);
    if (document.visibilityState === 'visible') talk.seen();
  };
  /** Whether the reader is at the end, by the position of the list; growth below it is not a move by the reader. */
  const check = (list: HTMLElement) => {
    const isUpwards = list.scrollTop < lastTop.current;
    lastTop.current = list.scrollTop;
    if (list.scrollHeight - list.scrollTop - list.clientHeight < nearEndPx) {
      if (!atEnd.current) stay();
    } else if (isUpwards) leave();
  };
  const grown = useEffectEvent((list: HTMLElement) => {
    check(list);
    if (atEnd.current) moveTo(list, lastTop, list.scrollHeight);
  });
  const toEnd = () => {
    if (frame.current) moveTo(frame.current, lastTop, frame.current.scrollHeight);
    stay();
  };

  useEffect(() => {
    const list = frame.current;
    const inner = content.current;
    if (!list || !inner) return undefined;
    const observer = new ResizeObserver(() => grown(list));
    observer.observe(list);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const see = () => {
      if (document.visibilityState === 'visible' && atEnd.current) talk.seen();
    };
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each message that comes is to be seen
  }, [talk, reachedSeq]);

  const heightBefore = useRef(0);
  const first = messages[0]?.seq;
  useLayoutEffect(() => {
    const list = frame.current;
    if (!list) return;
    if (heightBefore.current > 0) moveTo(list, lastTop, list.scrollTop + list.scrollHeight - heightBefore.current);
    heightBefore.current = 0;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is read is the page, which changes with this
  }, [first]);

  const receivedAt = useRef('');
  const lastMessageAt = outgoing.at(-1)?.at ?? '';
  useLayoutEffect(() => {
    if (lastMessageAt <= receivedAt.current) return;
    receivedAt.current = lastMessageAt;
    atEnd.current = true;
    const list = frame.current;
    if (list) moveTo(list, lastTop, list.scrollHeight);
  }, [lastMessageAt]);

  const others = side === 'client' ? 'support' : 'client';
  return {
    frame,
    content,
    toEnd,
    /** Earlier messages are about to be put before those that are there. */
    keepScrollPosition() {
      heightBefore.current = frame.current?.scrollHeight ?? 0;
      leave();
    },
    /** How many messages of the other side have come below since the reader scrolled away. */
    below: leftAtSeq === undefined ? 0 : messages.filter(({ seq, from }) => seq > leftAtSeq && from === others).length,
    onScroll() {
      if (frame.current) check(frame.current);
    },
  };
}

/** Own moves are recorded at once: any other difference at the next check is a move by the reader. */
function moveTo(list: HTMLElement, lastTop: RefObject<number>, top: number): void {
  list.scrollTop = top;
  lastTop.current = list.scrollTop;
}
