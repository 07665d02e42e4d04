import type { TextKey } from '#web/platform/i18n/text-key.ts';

/** The text of a word of the code, if it is one of these. */
export const among =
  <Word extends string>(words: readonly Word[], keyOf: (word: Word) => TextKey) =>
  (value: string): TextKey | undefined => {
    const word = words.find((each) => each === value);
    return word && keyOf(word);
  };
