import type { Entry } from './entry.ts';

/** What somebody went to, as it was called then. */
type Recent = Pick<Entry, 'id' | 'label' | 'detail'> & { path: string };

const most = 5;

/** By person, the latest first; kept by this tab alone, for others may sit at the same computer. */
const chosen = new Map<string, readonly Recent[]>();

export const recentOf = (personId: string): readonly Recent[] => chosen.get(personId) ?? [];

/** Remembers where an entry led; what is an act is not remembered. */
export function remember(personId: string, { id, label, detail, path }: Entry): void {
  if (path === undefined) return;
  const own = id.replace(/^recent-/, '');
  const latest: Recent = { id: own, label, path, ...(detail === undefined ? {} : { detail }) };
  chosen.set(personId, [latest, ...recentOf(personId).filter((each) => each.id !== own)].slice(0, most));
}
