/** More words than these narrow the result no further. */
const maxWords = 10;

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The typed words without punctuation; a line of punctuation alone gives none. */
export const searchWords = (typed: string): string[] => words(typed).slice(0, maxWords);

/**
 * A text in its searchable form: split into words like a query, so that `4.5` and `lock-up` are found by their parts.
 */
export const searchable = (text: string): string => words(text).join(' ');
