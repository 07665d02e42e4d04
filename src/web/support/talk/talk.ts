import { messagesPerPage, maxMissed } from '#contract/support/names.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import type { Message, MessagePage } from '#contract/support/endpoints.ts';
import { newId } from '#web/platform/new-id.ts';
import { createStore, type Store } from '#web/platform/store.ts';
import {
  emptyConversation,
  hasHole,
  withArrival,
  withEarlier,
  withLater,
  withMarks,
  withNewest,
  withOutgoing,
  withoutOutgoing,
  type ConversationState,
  type Outgoing,
} from './conversation-state.ts';
import { sendInOrder } from './send-in-order.ts';

/** The connection to the server; every call may fail, and a message may come twice, late or never. */
export interface Line {
  roomId: string;
  page(query: { after?: number; before?: number; limit: number }): Promise<MessagePage>;
  post(words: { id: string; message: string; files: string[]; internal: boolean }): Promise<Message>;
  markRead(seq: number): Promise<unknown>;
  markDelivered(seq: number): Promise<unknown>;
}

/** Where words wait that are not confirmed, for when this talk is gone. */
export interface UnsentStore {
  read(): readonly Outgoing[];
  store(words: readonly Outgoing[]): void;
}

const noStorage: UnsentStore = { read: () => [], store: () => {} };

export interface Words {
  text: string;
  files?: readonly StoredFile[];
  internal?: boolean;
}

/** One conversation on one device: nothing that was said is lost here, and nothing appears twice. */
export interface Talk {
  store: Store<ConversationState>;
  /** Fetches what is missing. To be called whenever something may be: at the start, after each (re)join, on waking up. */
  catchUp(): Promise<void>;
  earlier(): Promise<void>;
  /** Something came by itself. */
  arrived(message: Message): void;
  marked(marks: Partial<Pick<MessagePage, 'client' | 'support'>>): void;
  send(words: Words): Promise<void>;
  /** Sends failed words again, under their id. */
  retry(id: string): Promise<void>;
  /** The way to the server is open again, as it seems: what waits is sent now. */
  sendOn(): void;
  discard(id: string): void;
  /** The reader has seen everything there is. */
  seen(): void;
  /** A reader opens it, as at the start: what is missing may be fetched. Pending messages are sent. */
  open(): void;
  /** Its reader goes: nothing is fetched any more, but what is not confirmed goes on being sent. */
  leave(): void;
  /** Nothing is sent or fetched by itself any more. */
  close(): void;
}

/** In milliseconds. */
export interface Pace {
  /** A message that overtook another gives it so long before the missing one is fetched. */
  holeMs: number;
  /** How long to wait before words are sent again that may not have arrived, unless the server says how long; the last one again and again. */
  retryMs: readonly number[];
  /** Marks are sent at most so often. */
  marksMs: number;
}

const usualPace: Pace = { holeMs: 500, retryMs: [1000, 2000, 4000, 8000, 30_000], marksMs: 1000 };

export function openTalk(
  line: Line,
  side: 'client' | 'support',
  pace: Pace = usualPace,
  unsent: UnsentStore = noStorage,
): Talk {
  const store = createStore<ConversationState>({ ...emptyConversation, outgoing: unsent.read().map(fromBefore) });
  store.subscribe(() => unsent.store(store.get().outgoing));
  const change = (next: (state: ConversationState) => ConversationState) => store.set(next(store.get()));
  const timers = new Set<Timer>();
  let isOpen = true;
  let isClosed = false;

  const later = (ms: number, action: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (isOpen) action();
    }, ms);
    timers.add(timer);
  };

  /** At once, and then at most once per interval; the last call counts. What fails is sent again with the next. */
  function throttled(action: () => Promise<unknown> | undefined): () => void {
    let isIdle = false;
    let shouldOpen = false;
    const run = () => {
      isIdle = true;
      shouldOpen = false;
      void quietly(Promise.resolve(action()));
      later(pace.marksMs, () => {
        isIdle = false;
        if (shouldOpen) run();
      });
    };
    return () => {
      if (isIdle) shouldOpen = true;
      else run();
    };
  }

  async function fetchMissing(): Promise<void> {
    const { loaded, reachedSeq } = store.get();
    if (!loaded) {
      const page = await line.page({ limit: messagesPerPage });
      change((state) => withNewest(state, page));
      return;
    }
    const page = await line.page({ after: reachedSeq, limit: 100 });
    if (page.last_seq - reachedSeq > maxMissed) {
      const newest = await line.page({ limit: messagesPerPage });
      change((state) => withNewest(state, newest));
      return;
    }
    change((state) => withLater(state, page));
    if (page.has_more) await fetchMissing();
  }

  const catchUp = oneAtATime(async () => {
    await fetchMissing();
    markDelivered();
  });

  const markDelivered = throttled(() => {
    const { reachedSeq } = store.get();
    if (reachedSeq > store.get()[side].delivered_seq) return line.markDelivered(reachedSeq);
    return undefined;
  });

  /** What this person has read; each agent reads for themselves, and the marks are of the furthest. */
  let readReceived = 0;
  const markRead = throttled(async () => {
    const { reachedSeq } = store.get();
    if (reachedSeq <= readReceived) return;
    const marks = { delivered_seq: reachedSeq, read_seq: reachedSeq };
    change((state) => withMarks(state, { [side]: marks }));
    await line.markRead(reachedSeq);
    readReceived = Math.max(readReceived, reachedSeq);
  });

  const sending = sendInOrder({
    store,
    retryMs: pace.retryMs,
    async post({ id, text, files, internal }) {
      const message = await line.post({ id, message: text, files: files.map((file) => file.id), internal });
      if (isClosed) return;
      // A reply to a ticket that was closed long ago goes to another room.
      const isHere = message.chat_room_id === line.roomId;
      change((state) => withoutOutgoing(isHere ? withArrival(state, message) : state, id));
      if (isOpen && hasHole(store.get())) void quietly(catchUp());
    },
  });

  return {
    store,
    catchUp,
    async earlier() {
      const [first] = store.get().messages;
      if (!first || !store.get().hasEarlier) return;
      const page = await line.page({ before: first.seq, limit: messagesPerPage });
      change((state) => withEarlier(state, page));
    },
    arrived(message) {
      // The first page may have been on its way already.
      if (!store.get().loaded) return void quietly(catchUp());
      change((state) => withArrival(state, message));
      if (hasHole(store.get())) later(pace.holeMs, () => void (hasHole(store.get()) && quietly(catchUp())));
      else markDelivered();
    },
    marked: (marks) => change((state) => withMarks(state, marks)),
    send({ text, files = [], internal = false }) {
      const words = { id: newId(), text, files, internal, at: new Date().toISOString(), state: 'sending' } as const;
      change((state) => withOutgoing(state, words));
      return sending.now();
    },
    retry(id) {
      change((state) => ({
        ...state,
        outgoing: state.outgoing.map((words) => (words.id === id ? { ...words, state: 'sending' } : words)),
      }));
      return sending.afresh();
    },
    sendOn: () => void sending.afresh(),
    discard: (id) => change((state) => withoutOutgoing(state, id)),
    seen: markRead,
    open() {
      isOpen = true;
      void sending.now();
    },
    leave() {
      isOpen = false;
    },
    close() {
      isOpen = false;
      isClosed = true;
      sending.end();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

type Timer = ReturnType<typeof setTimeout>;

/** Messages of a talk that is gone: it is unknown whether they arrived. */
const fromBefore = (words: Outgoing): Outgoing =>
  words.state === 'failed' ? words : { ...words, state: 'unconfirmed' };

/**
 * Runs once at a time; a call in the meantime makes it run once more afterwards, for the run may have missed its
 * reason.
 */
function oneAtATime(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  const start = () => {
    running = action().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    again ??= running
      .catch(() => undefined)
      .then(() => {
        again = undefined;
        return start();
      });
    return again;
  };
}

/** What fails here is tried again on the next occasion; no message is shown. */
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
