import { ApiError } from '#web/platform/api/api-error.ts';
import type { Store } from '#web/platform/store.ts';
import { withOutgoing, type ConversationState, type Outgoing } from './conversation-state.ts';

/** Own words on their way: one after the other, as they were said, each under its id until the server has answered. */
export interface Sending {
  /**
   * Sends what waits, without waiting for the end of a pause; only a time that the server has named is kept. Resolves when
   * all is said or the next pause begins.
   */
  now(): Promise<void>;
  /** The person requests it: the first pauses are short again. */
  afresh(): Promise<void>;
  end(): void;
}

interface Sent {
  store: Store<ConversationState>;
  /** Brings words to the server, and what it made of them into the store. */
  post: (words: Outgoing) => Promise<void>;
  /** In milliseconds, one after each failed try; the last one again and again. */
  retryMs: readonly number[];
}

export function sendInOrder({ store, post, retryMs }: Sent): Sending {
  let running = Promise.resolve();
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Until when the next try is put off, it is for these words. */
  let waitsFor: string | undefined;
  let isOver = false;
  let tries = 0;

  const next = () => (isOver ? undefined : store.get().outgoing.find(({ state }) => state !== 'failed'));
  const isThere = (id: string) => store.get().outgoing.some((each) => each.id === id);
  const hold = (heldUntil: string | undefined) => store.set({ ...store.get(), heldUntil });
  const change = (words: Outgoing) => store.set(withOutgoing(store.get(), words));

  async function run(): Promise<void> {
    isRunning = true;
    let words = next();
    while (words && (await trySending(words))) words = next();
    isRunning = false;
  }

  /** @returns whether the next are to be sent */
  async function trySending(words: Outgoing): Promise<boolean> {
    try {
      await post(words);
      tries = 0;
    } catch (error) {
      if (isOver) return false;
      // It may have come back by another way in the meantime.
      if (!isThere(words.id)) return true;
      if (!isDefinite(error)) {
        pauseBefore(words, error);
        return false;
      }
      change({ ...words, state: 'failed', why: error.message });
    }
    return true;
  }

  function pauseBefore(words: Outgoing, error: unknown): void {
    change({ ...words, state: 'unconfirmed' });
    const named = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1000 : 0;
    const pause = retryMs[tries] ?? retryMs.at(-1) ?? 0;
    tries += 1;
    waitsFor = words.id;
    const rest = Math.min(Math.max(named, pause), longestPauseMs);
    hold(named > 0 ? new Date(Date.now() + rest).toISOString() : undefined);
    timer = setTimeout(() => {
      hold(undefined);
      void now();
    }, rest);
  }

  function now(): Promise<void> {
    if (store.get().heldUntil !== undefined || isOver) return Promise.resolve();
    clearTimeout(timer);
    waitsFor = undefined;
    if (!isRunning) running = run();
    return running;
  }

  // What is waited for has turned out to have arrived: the next is not to wait.
  store.subscribe(() => {
    if (waitsFor !== undefined && !isThere(waitsFor)) void now();
  });

  return {
    now,
    afresh() {
      tries = 0;
      return now();
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Whatever is said for longer than this is asked again all the same. */
const longestPauseMs = 3_600_000;

/** The server has looked at it and said no; anything else may have been done, or may be done later, as in another session. */
const isDefinite = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 401 &&
  error.status !== 408 &&
  error.status !== 429;
