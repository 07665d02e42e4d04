/** The groups of entries in the list, in this order. */
export const groups = [
  'recent',
  'screens',
  'own',
  'clients',
  'payments',
  'conversations',
  'articles',
  'actions',
] as const;
export type Group = (typeof groups)[number];

/** Something that one may go to or do. */
export interface Entry {
  id: string;
  group: Group;
  label: string;
  /** A softer word beside it, by which it is found as well. */
  detail?: string;
  /** The server found it for the typed text, and knows more ways to match than the characters. */
  found?: boolean;
  /** Where it leads, unless it is an action. */
  path?: string;
  action: () => void;
}

/** Without capitals, accents and vowel signs, so that the person need not type them. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * What fits the typed words: each of them stands in the entry, or the server found it for them. Those that begin with what
 * was typed come first in their group; else the order stays.
 */
export function fitting(entries: readonly Entry[], typed: string): Entry[] {
  const search = plain(typed.trim());
  const words = search.split(/\s+/);
  const found = entries.filter((entry) => {
    const text = plain(`${entry.label} ${entry.detail ?? ''}`);
    return entry.found || words.every((word) => text.includes(word));
  });
  const late = ({ label }: Entry) => (plain(label).startsWith(search) ? 0 : 1);
  return groups.flatMap((group) =>
    found.filter((entry) => entry.group === group).toSorted((a, b) => late(a) - late(b)),
  );
}
