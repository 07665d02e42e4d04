import type { Language } from '#contract/kernel/languages.ts';
import { dateFormat } from '#contract/kernel/text/date-format.ts';

const style = { dateStyle: 'long', timeZone: 'UTC' } as const;

/** A day such as `2026-03-02` as a sentence has it, `2 March 2026`. */
export const dayText = (language: Language, day: string): string => dateFormat(language, style)(new Date(day));

/** An instant as a sentence has it, in UTC, which the sentence says. */
export const instantText = (language: Language, at: Date): string =>
  dateFormat(language, { ...style, timeStyle: 'short' })(at);
