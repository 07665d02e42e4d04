import { stored } from '#contract/kernel/constants.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import { currentUser } from '#web/platform/session/session.ts';
import { createStore, useStore } from '#web/platform/store.ts';
import type { Outgoing } from './conversation-state.ts';
import type { UnsentStore } from './talk.ts';

/** The content of a field for messages, with files that are ready to go along. */
export interface StoredDraft {
  text: string;
  files: readonly StoredFile[];
  /** Written as a note among support, and never to go to the client by mistake. */
  internal: boolean;
}

const emptyDraft: StoredDraft = { text: '', files: [], internal: false };

/** What one person has written in this tab and the server has not confirmed. It waits for them alone. */
interface Stored {
  holder: string;
  /** The content of a field, by the conversation. */
  drafts: Record<string, StoredDraft>;
  rooms: Record<string, readonly Outgoing[]>;
}

/** Of the signed-in person; undefined without one, or when they have left nothing. */
function saved(): Stored | undefined {
  const found = JSON.parse(sessionStorage.getItem(stored.unsent) ?? 'null') as Stored | null;
  // A page of an earlier version kept less.
  return found && found.holder === currentUser()?.id ? { ...nothing(found.holder), ...found } : undefined;
}

/** Counts changes of what is stored. */
const changes = createStore(0);

const nothing = (holder: string): Stored => ({ holder, drafts: {}, rooms: {} });

function change(holder: string, next: (before: Stored) => Partial<Stored>): void {
  // A talk may end after the session of its author.
  if (holder !== currentUser()?.id) return;
  const before = saved() ?? nothing(holder);
  sessionStorage.setItem(stored.unsent, JSON.stringify({ ...before, ...next(before) }));
  changes.set(changes.get() + 1);
}

/** The storage in which unconfirmed messages of a person in a room outlive the screen and the page. */
export const unsentIn = (roomId: string, holder: string): UnsentStore => ({
  read: () => (holder === currentUser()?.id ? (saved()?.rooms[roomId] ?? []) : []),
  store: (words) => change(holder, ({ rooms }) => ({ rooms: withEntry(rooms, roomId, words, words.length === 0) })),
});

/** The place where the draft of a person in a conversation outlives the screen and the page. */
export const draftIn = (name: string, holder: string) => ({
  read: (): StoredDraft => (holder === currentUser()?.id ? saved()?.drafts[name] : undefined) ?? emptyDraft,
  store: (draft: StoredDraft): void =>
    change(holder, ({ drafts }) => ({
      drafts: withEntry(drafts, name, draft, draft.text === '' && draft.files.length === 0),
    })),
});

function withEntry<Entry>(all: Record<string, Entry>, key: string, entry: Entry, isEmpty: boolean) {
  const others = Object.entries(all).filter(([name]) => name !== key);
  return Object.fromEntries(isEmpty ? others : [...others, [key, entry]]) as Record<string, Entry>;
}

/** Rooms in which messages of the signed-in person are pending. */
export const roomsWithUnsent = (): string[] => Object.keys(saved()?.rooms ?? {});

/** How many messages of the signed-in person have not got through, by their conversation. */
export function useUnsent(): { roomId: string; count: number }[] {
  useStore(changes);
  return Object.entries(saved()?.rooms ?? {})
    .map(([roomId, words]) => ({ roomId, count: words.filter(({ state }) => state !== 'sending').length }))
    .filter(({ count }) => count > 0);
}
