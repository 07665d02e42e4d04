/** Of a text of several sentences the first. */
export const firstSentence = (text: string): string => text.split(/(?<=[.!?؟])\s/, 1)[0] ?? text;
