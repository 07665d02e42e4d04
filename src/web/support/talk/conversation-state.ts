import type { StoredFile } from '#contract/kernel/files.ts';
import type { Message, MessagePage } from '#contract/support/endpoints.ts';

/**
 * Messages on their way. `unconfirmed`: it is unknown whether they arrived, so they are sent again under the same id.
 */
export interface Outgoing {
  id: string;
  text: string;
  files: readonly StoredFile[];
  internal: boolean;
  at: string;
  state: 'sending' | 'unconfirmed' | 'failed';
  /** Why the server did not take them, in the reader's language. */
  why?: string;
}

/** A conversation as one device knows it. */
export interface ConversationState {
  loaded: boolean;
  /** Each once, in the order of the server's numbers. */
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  /** Until then the server accepts nothing: pending messages wait, whatever asks for them. */
  heldUntil?: string | undefined;
  /** Everything up to this number has been fetched. */
  reachedSeq: number;
  hasEarlier: boolean;
  client: MessagePage['client'];
  support: MessagePage['support'];
}

const nothingRead = { delivered_seq: 0, read_seq: 0 };

export const emptyConversation: ConversationState = {
  loaded: false,
  messages: [],
  outgoing: [],
  reachedSeq: 0,
  hasEarlier: false,
  client: nothingRead,
  support: nothingRead,
};

/** The newest page, which replaces all that was known: at the start, or after too long an absence. */
export function withNewest(state: ConversationState, page: MessagePage): ConversationState {
  const fresh = { ...state, messages: [], loaded: true, hasEarlier: page.has_more };
  return withMarks(withMessages(fresh, page.data, page.last_seq), page);
}

/** What came after all that was fetched. */
export function withLater(state: ConversationState, page: MessagePage): ConversationState {
  const reached = page.has_more ? (page.data.at(-1)?.seq ?? state.reachedSeq) : page.last_seq;
  return withMarks(withMessages(state, page.data, reached), page);
}

/** What came before the first message. */
export function withEarlier(state: ConversationState, page: MessagePage): ConversationState {
  return { ...withMessages(state, page.data, state.reachedSeq), hasEarlier: page.has_more };
}

/** One message that came by itself, perhaps before earlier ones. */
export function withArrival(state: ConversationState, message: Message): ConversationState {
  return withMessages(state, [message], message.seq === state.reachedSeq + 1 ? message.seq : state.reachedSeq);
}

/** Whether a message has come before one with a lower number, which may be on its way or may be lost. */
export const hasHole = ({ messages, reachedSeq }: ConversationState): boolean =>
  (messages.at(-1)?.seq ?? 0) > reachedSeq;

/** Marks only move forward, whichever response comes first. */
export function withMarks(
  state: ConversationState,
  { client, support }: Partial<Pick<MessagePage, 'client' | 'support'>>,
): ConversationState {
  return { ...state, client: further(state.client, client), support: further(state.support, support) };
}

export function withOutgoing(state: ConversationState, outgoing: Outgoing): ConversationState {
  const others = state.outgoing.filter(({ id }) => id !== outgoing.id);
  const isNew = others.length === state.outgoing.length;
  return {
    ...state,
    outgoing: isNew ? [...others, outgoing] : state.outgoing.map((each) => (each.id === outgoing.id ? outgoing : each)),
  };
}

export function withoutOutgoing(state: ConversationState, id: string): ConversationState {
  return { ...state, outgoing: state.outgoing.filter((each) => each.id !== id) };
}

function withMessages(state: ConversationState, more: readonly Message[], reachedSeq: number): ConversationState {
  if (more.length === 0) return { ...state, reachedSeq: Math.max(state.reachedSeq, reachedSeq) };
  const bySeq = new Map([...state.messages, ...more].map((message) => [message.seq, message]));
  const messages = [...bySeq.values()].toSorted((a, b) => a.seq - b.seq);
  const arrived = new Set(more.map(({ id }) => id));
  return {
    ...state,
    messages,
    reachedSeq: contiguousFrom(bySeq, Math.max(state.reachedSeq, reachedSeq)),
    outgoing: state.outgoing.filter(({ id }) => !arrived.has(id)),
  };
}

function contiguousFrom(bySeq: ReadonlyMap<number, Message>, seq: number): number {
  let reached = seq;
  while (bySeq.has(reached + 1)) reached += 1;
  return reached;
}

type Marks = MessagePage['client'];

const further = (known: Marks, update: Marks | undefined): Marks =>
  update
    ? {
        delivered_seq: Math.max(known.delivered_seq, update.delivered_seq),
        read_seq: Math.max(known.read_seq, update.read_seq),
      }
    : known;
