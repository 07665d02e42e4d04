/** Documents name people in capitals, often without accents, and with further names. */
const partsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a name that was read has every part of the declared ones, of which there is at least one. */
export function isSameName(read: string, declared: readonly string[]): boolean {
  const parts = new Set(partsOf(read));
  const wanted = declared.flatMap(partsOf);
  return wanted.length > 0 && wanted.every((part) => parts.has(part));
}
