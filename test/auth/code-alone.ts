/** Matches a code of digits that stands alone: six digits of an id, a hash or a time may be the same by chance. */
export const codeAlone = (code: string): RegExp => new RegExp(`(?<![\\da-f.])${code}(?![\\da-f])`);
