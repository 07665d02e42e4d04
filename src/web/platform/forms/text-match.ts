/** For comparison: without case, and without the marks that many leave out when they search. */
const bare = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether the texts together have every word of `search`, in any order. An empty search matches all. */
export function matchesText(search: string, ...texts: (string | null)[]): boolean {
  const within = bare(texts.filter((text) => text !== null).join('\n'));
  return bare(search)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Whether a text begins with `search`, in the same way. */
export const beginsWith = (search: string, text: string): boolean => bare(text).startsWith(bare(search.trim()));
