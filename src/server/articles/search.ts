/** More words than these narrow nothing further. */
const mostWords = 10;

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words that somebody typed, without signs; what is left of a line of signs alone is nothing. */
export const askedWords = (typed: string): string[] => words(typed).slice(0, mostWords);

/** A text as it is searched: parted into words as what is looked for is, so that `4.5` and `lock-up` are found by their parts. */
export const searchable = (text: string): string => words(text).join(' ');
