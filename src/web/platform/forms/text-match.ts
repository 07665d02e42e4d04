/** As it is compared: without case, and without the marks on letters that many leave out when they search. */
const bare = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether the texts together hold every word of `wish`, in any order. An empty wish is held by all. */
export function holds(wish: string, ...texts: (string | null)[]): boolean {
  const within = bare(texts.filter((text) => text !== null).join('\n'));
  return bare(wish)
    .split(/\s+/)
    .every((word) => within.includes(word));
}
