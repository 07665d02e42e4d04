import type { Entry } from './entry.ts';

/** A recently chosen entry, with its name of then. */
type Recent = Pick<Entry, 'id' | 'label' | 'detail'> & { path: string };

const max = 5;

/** By person, the latest first; only in this tab, for others may use the same computer. */
const chosen = new Map<string, readonly Recent[]>();

export const recentOf = (personId: string): readonly Recent[] => chosen.get(personId) ?? [];

/** Remembers where an entry led; actions are not remembered. */
export function remember(personId: string, { id, label, detail, path }: Entry): void {
  if (path === undefined) return;
  const own = id.replace(/^recent-/, '');
  const latest: Recent = { id: own, label, path, ...(detail === undefined ? {} : { detail }) };
  chosen.set(personId, [latest, ...recentOf(personId).filter((each) => each.id !== own)].slice(0, max));
}
