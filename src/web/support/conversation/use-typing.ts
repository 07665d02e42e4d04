import { useEffect, useRef, useState } from 'react';
import { typingStopMs } from '#contract/kernel/constants.ts';
import { currentUser } from '#web/platform/session/session.ts';

export interface Typing {
  /** Who else is typing; null when no one is. */
  who: string | null;
  /** The reader types. */
  typed(): void;
  /** The others can receive signals again, or for the first time. */
  joined(): void;
  /** The reader sent it, or left the field. */
  ended(): void;
  /** `from` is the person, where the server says who it was; the sender of a client event may claim any name. */
  received(data: unknown, from?: string): void;
  /** A message of the person arrived; where the person is unknown, the message ends their own signal. */
  stopped(person: string | null | undefined): void;
}

/** A signal that was not withdrawn expires by then. */
const expiryMs = 6000;

/** Who types, both ways: a signal at most every three seconds, withdrawn after three without a key. Never stored. */
export function useTyping(whisper: (event: string, data: object) => void): Typing {
  const [who, setWho] = useState<string | null>(null);
  /** By person, the latest last: when their signal expires. */
  const typists = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const ownTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sentAt = useRef(0);
  useEffect(() => {
    const { current: typingOf } = typists;
    return () => {
      for (const timer of typingOf.values()) clearTimeout(timer);
      clearTimeout(ownTimer.current);
    };
  }, []);

  const announce = (typing: boolean) => {
    const user = currentUser();
    if (user) whisper('typing', { userId: user.id, name: user.first_name, typing });
  };
  const ended = () => {
    clearTimeout(ownTimer.current);
    if (sentAt.current === 0) return;
    sentAt.current = 0;
    announce(false);
  };
  const sendTyping = () => setWho([...typists.current.keys()].at(-1) ?? null);
  const drop = (person: string) => {
    clearTimeout(typists.current.get(person));
    typists.current.delete(person);
    sendTyping();
  };
  return {
    who,
    typed() {
      if (Date.now() - sentAt.current >= typingStopMs) {
        sentAt.current = Date.now();
        announce(true);
      }
      clearTimeout(ownTimer.current);
      ownTimer.current = setTimeout(ended, typingStopMs);
    },
    joined() {
      if (sentAt.current !== 0) announce(true);
    },
    ended,
    received(data, from) {
      const { userId, typing } = (data ?? {}) as { userId?: unknown; typing?: unknown };
      const person = from ?? String(userId);
      if (person === currentUser()?.id) return;
      drop(person);
      if (typing !== true) return;
      typists.current.set(
        person,
        setTimeout(() => drop(person), expiryMs),
      );
      sendTyping();
    },
    stopped: (person) => {
      if (person) drop(person);
    },
  };
}
