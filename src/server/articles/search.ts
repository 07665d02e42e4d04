/** More words than these narrow nothing further. */
const mostWords = 10;

/** The words that somebody typed, without signs; what is left of a line of signs alone is nothing. */
export function askedWords(typed: string): string[] {
  return (typed.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords);
}
