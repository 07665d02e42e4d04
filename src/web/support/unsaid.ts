import { stored } from '#contract/constants.ts';
import { currentUser } from '#web/platform/session.ts';
import type { Outgoing } from './conversation-state.ts';
import type { Unsaid } from './talk.ts';

/** What one person has written in this tab and nobody has confirmed. It goes with his session, and is nobody else's. */
interface Kept {
  holder: string;
  /** What stands in the field of the chat. */
  draft: string;
  rooms: Record<string, readonly Outgoing[]>;
}

/** Of whoever is signed in; undefined when nobody is, or when he has left nothing. */
function kept(): Kept | undefined {
  const found = JSON.parse(sessionStorage.getItem(stored.unsaid) ?? 'null') as Kept | null;
  return found && found.holder === currentUser()?.id ? found : undefined;
}

function change(holder: string, next: (before: Kept) => Partial<Kept>): void {
  // A talk may end after the session of its author.
  if (holder !== currentUser()?.id) return;
  const before = kept() ?? { holder, draft: '', rooms: {} };
  sessionStorage.setItem(stored.unsaid, JSON.stringify({ ...before, ...next(before) }));
}

/** The place where unconfirmed words of a person in a room outlive the screen and the page. */
export const unsaidIn = (roomId: string, holder: string): Unsaid => ({
  read: () => (holder === currentUser()?.id ? (kept()?.rooms[roomId] ?? []) : []),
  keep: (words) =>
    change(holder, ({ rooms }) => {
      const others = Object.entries(rooms).filter(([id]) => id !== roomId);
      return { rooms: Object.fromEntries(words.length === 0 ? others : [...others, [roomId, words]]) };
    }),
});

/** Where words of whoever is signed in wait. */
export const roomsWithUnsaid = (): string[] => Object.keys(kept()?.rooms ?? {});

export const readDraft = (): string => kept()?.draft ?? '';
export const keepDraft = (draft: string): void => change(currentUser()?.id ?? '', () => ({ draft }));
