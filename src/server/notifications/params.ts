import { directionOf, type Language } from '#contract/kernel/languages.ts';
import { numbersFor, type Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import type { App } from '#server/platform/app.ts';
import { dayText, instantText } from '#server/platform/formats/date-format.ts';
import { moneyText } from '#server/platform/formats/money-format.ts';
import { formatReason, type StoredReason } from '#server/platform/reasons/format-reason.ts';

/**
 * The parameters of a text, stored without a language: an instant, a day, an amount, a percentage, reasons with their
 * fixes, or translated words beside plain values.
 */
export type Param =
  | string
  | number
  | { at: string }
  | { day: string }
  | { minor: string; currency: string }
  | { percent: string }
  | { words: string; params?: Params }
  | { reasons: readonly StoredReason[] };
type Speaking = Pick<App, 'text' | 'settings'>;

export interface Params {
  [name: string]: Param;
}

/** Shown in UTC; the sentence around it says so. */
export const instant = (at: Date): Param => ({ at: at.toISOString() });
/** Of the calendar, as `2026-03-02`. */
export const day = (on: string): Param => ({ day: on });
export const reasonsOf = (...reasons: StoredReason[]): Param => ({ reasons });
export const amount = (minor: bigint, currency: string): Param => ({ minor: String(minor), currency });
/** A percentage that was computed, such as a margin level. */
export const share = (percent: string): Param => ({ percent });
export const words = (key: string, params?: Params): Param => ({ words: key, ...(params && { params }) });

/** Words of a right-to-left script behind a code, such as `T-10005 · …`: the code does not set the direction of all. */
const codeFirst = /^(?=\p{Script=Latin}[^\p{Script=Arabic}]*\p{Script=Arabic})/u;

/** The values as the reader reads them in a sentence. */
export function spoken(app: Speaking, reader: Reader, params: Params): Record<string, string | number> {
  const values = Object.entries(params).map(([name, value]) => [name, format(app, reader, value)] as const);
  return textValues(reader, Object.fromEntries(values));
}

function format(app: Speaking, reader: Reader, value: Param): string | number {
  const { language } = reader;
  if (typeof value === 'string') return directionOf(language) === 'rtl' ? value.replace(codeFirst, '\u200f$&') : value;
  if (typeof value === 'number') return value;
  if ('at' in value) return instantText(language, new Date(value.at));
  if ('day' in value) return dayText(language, value.day);
  if ('minor' in value) return moneyText(reader, BigInt(value.minor), value.currency);
  if ('percent' in value) return numbersFor(reader).share(value.percent);
  if ('reasons' in value) return value.reasons.map((each) => sentences(app, language, each)).join(' ');
  return app.text(language, value.words, spoken(app, reader, value.params ?? {}));
}

function sentences(app: Speaking, language: Language, reason: StoredReason): string {
  const { explanation, advice } = formatReason(app, language, reason);
  return advice ? `${explanation} ${advice}` : explanation;
}
