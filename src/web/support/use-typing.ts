import { useEffect, useRef, useState } from 'react';
import { typingStopMs } from '#contract/constants.ts';
import { currentUser } from '#web/platform/session/session.ts';

export interface Typing {
  /** Who else types now; null when nobody does. */
  who: string | null;
  /** The reader types. */
  typed(): void;
  /** The others can hear again, or for the first time. */
  joined(): void;
  /** He sent it, or left the field. */
  ended(): void;
  /** `from` is the person, where the server says who it was; what is whispered may claim anybody. */
  heard(data: unknown, from?: string): void;
  /** He has said something; where it is not known who it was, his own signal tells. */
  stopped(person: string | null | undefined): void;
}

/** A signal that was not taken back is over by then. */
const expiryMs = 6000;

/** Who types, both ways: a signal at most every three seconds, taken back after three without a key. Never stored. */
export function useTyping(whisper: (event: string, data: object) => void): Typing {
  const [who, setWho] = useState<string | null>(null);
  /** By person, the latest last: when his signal is over. */
  const typists = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const ownTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toldAt = useRef(0);
  useEffect(() => {
    const { current: heardOf } = typists;
    return () => {
      for (const timer of heardOf.values()) clearTimeout(timer);
      clearTimeout(ownTimer.current);
    };
  }, []);

  const tell = (typing: boolean) => {
    const user = currentUser();
    if (user) whisper('typing', { userId: user.id, name: user.first_name, typing });
  };
  const ended = () => {
    clearTimeout(ownTimer.current);
    if (toldAt.current === 0) return;
    toldAt.current = 0;
    tell(false);
  };
  const tellWho = () => setWho([...typists.current.keys()].at(-1) ?? null);
  const drop = (person: string) => {
    clearTimeout(typists.current.get(person));
    typists.current.delete(person);
    tellWho();
  };
  return {
    who,
    typed() {
      if (Date.now() - toldAt.current >= typingStopMs) {
        toldAt.current = Date.now();
        tell(true);
      }
      clearTimeout(ownTimer.current);
      ownTimer.current = setTimeout(ended, typingStopMs);
    },
    joined() {
      if (toldAt.current !== 0) tell(true);
    },
    ended,
    heard(data, from) {
      const { userId, typing } = (data ?? {}) as { userId?: unknown; typing?: unknown };
      const person = from ?? String(userId);
      if (person === currentUser()?.id) return;
      drop(person);
      if (typing !== true) return;
      typists.current.set(
        person,
        setTimeout(() => drop(person), expiryMs),
      );
      tellWho();
    },
    stopped: (person) => {
      if (person) drop(person);
    },
  };
}
