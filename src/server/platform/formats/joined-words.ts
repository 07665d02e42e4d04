/** A hyphen after or before a single character, as in `e-mail`. */
const loneHyphen = /(?<=(?<![\p{L}\p{N}-])\p{L})-(?=\p{L})|(?<=\p{L})-(?=\p{L}(?![\p{L}\p{N}-]))/gu;

/** A text in which no line ends at such a hyphen. Only for screens: a text message or a PDF has no sign for the joint. */
export const joinedWords = (text: string): string => text.replaceAll(loneHyphen, '-\u2060');
