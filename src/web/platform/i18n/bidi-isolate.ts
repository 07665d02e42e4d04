/** Words of any script within a sentence that has no markup, as in a choice: neither changes the direction of the other. */
export const bidiIsolate = (text: string): string => `\u2068${text}\u2069`;
