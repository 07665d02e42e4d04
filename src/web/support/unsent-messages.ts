import { stored } from '#contract/constants.ts';
import type { KeptFile } from '#contract/files.ts';
import { currentUser } from '#web/platform/session/session.ts';
import { createStore, useStore } from '#web/platform/store.ts';
import type { Outgoing } from './conversation-state.ts';
import type { Unsaid } from './talk.ts';

/** What stands in a field for messages, with files that are ready to go along. */
export interface KeptDraft {
  text: string;
  files: readonly KeptFile[];
  /** Written as a note among support, and never to go to the client by mistake. */
  internal: boolean;
}

const emptyDraft: KeptDraft = { text: '', files: [], internal: false };

/** What one person has written in this tab and nobody has confirmed. It waits for him, and is nobody else's. */
interface Kept {
  holder: string;
  /** What stands in a field, by the conversation. */
  drafts: Record<string, KeptDraft>;
  rooms: Record<string, readonly Outgoing[]>;
}

/** Of whoever is signed in; undefined when nobody is, or when he has left nothing. */
function kept(): Kept | undefined {
  const found = JSON.parse(sessionStorage.getItem(stored.unsaid) ?? 'null') as Kept | null;
  // A page of an earlier version kept less.
  return found && found.holder === currentUser()?.id ? { ...nothing(found.holder), ...found } : undefined;
}

/** Counts what is kept anew. */
const changes = createStore(0);

const nothing = (holder: string): Kept => ({ holder, drafts: {}, rooms: {} });

function change(holder: string, next: (before: Kept) => Partial<Kept>): void {
  // A talk may end after the session of its author.
  if (holder !== currentUser()?.id) return;
  const before = kept() ?? nothing(holder);
  sessionStorage.setItem(stored.unsaid, JSON.stringify({ ...before, ...next(before) }));
  changes.set(changes.get() + 1);
}

/** The place where unconfirmed words of a person in a room outlive the screen and the page. */
export const unsaidIn = (roomId: string, holder: string): Unsaid => ({
  read: () => (holder === currentUser()?.id ? (kept()?.rooms[roomId] ?? []) : []),
  keep: (words) => change(holder, ({ rooms }) => ({ rooms: withEntry(rooms, roomId, words, words.length === 0) })),
});

/** The place where the draft of a person in a conversation outlives the screen and the page. */
export const draftIn = (name: string, holder: string) => ({
  read: (): KeptDraft => (holder === currentUser()?.id ? kept()?.drafts[name] : undefined) ?? emptyDraft,
  keep: (draft: KeptDraft): void =>
    change(holder, ({ drafts }) => ({
      drafts: withEntry(drafts, name, draft, draft.text === '' && draft.files.length === 0),
    })),
});

function withEntry<Entry>(all: Record<string, Entry>, key: string, entry: Entry, isEmpty: boolean) {
  const others = Object.entries(all).filter(([name]) => name !== key);
  return Object.fromEntries(isEmpty ? others : [...others, [key, entry]]) as Record<string, Entry>;
}

/** Where words of whoever is signed in wait. */
export const roomsWithUnsaid = (): string[] => Object.keys(kept()?.rooms ?? {});

/** How many messages of whoever is signed in have not got through, by their conversation. */
export function useUnsent(): { roomId: string; count: number }[] {
  useStore(changes);
  return Object.entries(kept()?.rooms ?? {})
    .map(([roomId, words]) => ({ roomId, count: words.filter(({ state }) => state !== 'sending').length }))
    .filter(({ count }) => count > 0);
}
