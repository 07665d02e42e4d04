import { messagesPerPage, mostMissed } from '#contract/support-names.ts';
import type { KeptFile } from '#contract/files.ts';
import type { Message, MessagePage } from '#contract/support.ts';
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

/** The way to the server; every call may fail, and a message that it tells of may come twice, late or never. */
export interface Line {
  roomId: string;
  page(query: { after?: number; before?: number; limit: number }): Promise<MessagePage>;
  post(words: { id: string; message: string; files: string[]; internal: boolean }): Promise<Message>;
  markRead(seq: number): Promise<unknown>;
  markDelivered(seq: number): Promise<unknown>;
}

/** Where words wait that are not confirmed, for when this talk is gone. */
export interface Unsaid {
  read(): readonly Outgoing[];
  keep(words: readonly Outgoing[]): void;
}

const keptNowhere: Unsaid = { read: () => [], keep: () => {} };

export interface Words {
  text: string;
  files?: readonly KeptFile[];
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
  say(words: Words): Promise<void>;
  /** Sends failed words again, under their id. */
  retry(id: string): Promise<void>;
  /** The way to the server is open again, as it seems: what waits is sent now. */
  sendOn(): void;
  discard(id: string): void;
  /** The reader has seen everything there is. */
  seen(): void;
  /** Somebody reads it, as at the start: what is missing may be fetched. What waits to be sent is sent. */
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
  /** Marks are told at most so often. */
  marksMs: number;
}

const usualPace: Pace = { holeMs: 500, retryMs: [1000, 2000, 4000, 8000, 30_000], marksMs: 1000 };

export function openTalk(
  line: Line,
  side: 'client' | 'support',
  pace: Pace = usualPace,
  unsaid: Unsaid = keptNowhere,
): Talk {
  const store = createStore<ConversationState>({ ...emptyConversation, outgoing: unsaid.read().map(fromBefore) });
  store.subscribe(() => unsaid.keep(store.get().outgoing));
  const change = (next: (state: ConversationState) => ConversationState) => store.set(next(store.get()));
  const timers = new Set<Timer>();
  let isOpen = true;
  let isClosed = false;

  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (isOpen) act();
    }, ms);
    timers.add(timer);
  };

  /** At once, and then at most once in a while; the last call counts. What fails is told again with the next. */
  function throttled(act: () => Promise<unknown> | undefined): () => void {
    let resting = false;
    let wanted = false;
    const run = () => {
      resting = true;
      wanted = false;
      void quietly(Promise.resolve(act()));
      later(pace.marksMs, () => {
        resting = false;
        if (wanted) run();
      });
    };
    return () => {
      if (resting) wanted = true;
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
    if (page.last_seq - reachedSeq > mostMissed) {
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

  /** What this person has read; of support each reads for himself, and the marks are of the furthest. */
  let readTold = 0;
  const markRead = throttled(async () => {
    const { reachedSeq } = store.get();
    if (reachedSeq <= readTold) return;
    const marks = { delivered_seq: reachedSeq, read_seq: reachedSeq };
    change((state) => withMarks(state, { [side]: marks }));
    await line.markRead(reachedSeq);
    readTold = Math.max(readTold, reachedSeq);
  });

  const sending = sendInOrder({
    store,
    retryMs: pace.retryMs,
    async post({ id, text, files, internal }) {
      const message = await line.post({ id, message: text, files: files.map((file) => file.id), internal });
      if (isClosed) return;
      // What is said to a ticket that was closed long ago stands in another room.
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
    say({ text, files = [], internal = false }) {
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

/** Words of a talk that is gone: whether they arrived, nobody here has heard. */
const fromBefore = (words: Outgoing): Outgoing =>
  words.state === 'failed' ? words : { ...words, state: 'unconfirmed' };

/** Runs once at a time; whoever asks meanwhile has it run once more afterwards, for it may have missed his reason. */
function oneAtATime(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again: Promise<void> | undefined;
  const start = () => {
    running = act().finally(() => {
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

/** What fails here is tried again with the next reason to; nobody is told. */
const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
