import type { Entity } from './entities.ts';

const parts = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted();

/** The number of characters to change, add or leave out. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [column, other] of Array.from(b).entries()) {
      const change = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(change, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The two words that differ most: people of one family are not one person. */
const leastAlike = (a: readonly string[], b: readonly string[]) =>
  Math.min(
    ...a.map((word, index) => 1 - distance(word, b[index] ?? '') / Math.max(word.length, b[index]?.length ?? 0)),
  );

/** Of names that sound alike, less for another year or day of birth: a plain scorer, which is not the vendor’s. */
export function score(query: Record<string, string[]>, { properties }: Entity): number {
  const names = (query['name'] ?? []).map(parts);
  const known = [...(properties['name'] ?? []), ...(properties['alias'] ?? [])].map(parts);
  const likeness = names.flatMap((a) => known.map((b) => (a.length === b.length ? leastAlike(a, b) : 0)));
  const [asked, stored] = [query['birthDate']?.[0], properties['birthDate']?.[0]];
  const isOther = asked !== undefined && stored !== undefined && !asked.startsWith(stored) && !stored.startsWith(asked);
  const penalty = !isOther ? 0 : asked.slice(0, 4) === stored.slice(0, 4) ? 0.15 : 0.25;
  return Math.max(0, Math.round((Math.max(0, ...likeness) - penalty) * 1000) / 1000);
}
