/** Where an entry stands in the list, in this order. */
export const groups = ['recent', 'screens', 'own', 'clients', 'articles', 'actions'] as const;
export type Group = (typeof groups)[number];

/** Something that one may go to or do. */
export interface Entry {
  id: string;
  group: Group;
  label: string;
  /** A softer word beside it, by which it is found as well. */
  detail?: string;
  /** The server found it for what is typed, and knows more ways to fit than the letters. */
  found?: boolean;
  /** Where it leads, unless it is an act. */
  path?: string;
  act: () => void;
}

/** Without capitals, accents and vowel signs, so that nobody has to type them. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * What fits the typed words: each of them stands in the entry, or the server found it for them. Those that begin with what
 * was typed come first in their group; else the order stays.
 */
export function fitting(entries: readonly Entry[], typed: string): Entry[] {
  const wish = plain(typed.trim());
  const words = wish.split(/\s+/);
  const found = entries.filter((entry) => {
    const text = plain(`${entry.label} ${entry.detail ?? ''}`);
    return entry.found || words.every((word) => text.includes(word));
  });
  const late = ({ label }: Entry) => (plain(label).startsWith(wish) ? 0 : 1);
  return groups.flatMap((group) =>
    found.filter((entry) => entry.group === group).toSorted((a, b) => late(a) - late(b)),
  );
}
