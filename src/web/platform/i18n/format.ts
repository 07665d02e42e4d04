import { numberDisplay, type NumberStyle } from '#contract/kernel/constants.ts';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { currencyNamesIn } from '#contract/kernel/currency-names.ts';
import { dateFormat, type WriteDate } from '#contract/kernel/text/date-format.ts';
import { shownDigits } from '#contract/kernel/text/shown-digits.ts';
import { numbersFor, type NumberFormat } from '#contract/kernel/text/number-format.ts';
import { useLanguage } from './language.ts';
import { useNumberStyle } from './number-style.ts';
import { useNow } from './server-clock.ts';
import { withUnit } from './with-unit.ts';

/** Numbers, money and dates in one place. Dates follow the language. */
export interface Format extends NumberFormat {
  date(instant: string): string;
  /** A day of the product's calendar, such as `2026-03-02`: the same everywhere on earth. */
  day(day: string): string;
  /** Of a week that begins with 1, Monday. As a label: with a capital, also where the language writes days small. */
  weekday(number: number): string;
  time(instant: string): string;
  dateTime(instant: string): string;
  /** For a screen, as seen at `now`: the year is said of another year than the present one. */
  near(instant: string, now: Date, parts: NearParts): string;
  /** To the second and with the zone: the long version of a shorter form. */
  exactTime(instant: string): string;
  /** Bytes as kilobytes or megabytes, in the words of the language. */
  fileSize(bytes: number): string;
  /** "3 days ago", "in 2 hours". */
  relative(instant: string, now?: Date): string;
  /** "3 days", "20 seconds", in the words of the language. */
  span(count: number, unit: SpanUnit): string;
  /** Name of a country by its ISO code. */
  country(code: string): string;
  /** As a label: with a capital, also where the language writes currencies small. */
  currencyName(code: string): string;
  /** "one, two and three", in the manner of the language. */
  list(items: Iterable<string>): string;
  /** A label before its value: with a colon, spaced as the language does, and a space. */
  label(text: string): string;
  /** As `money`, with the symbol that the language knows the currency by: `$1,236.00`; with `short`, `$1,236`. */
  symbol(decimal: string, currency: string, options?: { signed?: boolean; short?: boolean }): string;
}

/** `brief` is what a list says: the time of an instant of today or of the next hours, else its day. */
export type NearParts = 'date' | 'dateTime' | 'brief';

export type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'month';

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const megabyte = 1024 * 1024;

function makeFormat(language: Language, style: NumberStyle): Format {
  const tag = intlTagOf(language);
  const dates = dateFormat(language, { dateStyle: 'medium' });
  const days = dateFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const times = dateFormat(language, { timeStyle: 'short' });
  const nearDates = nearDatesIn(language, times);
  const dateTimes = dateFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const exactTimes = dateFormat(language, { dateStyle: 'full', timeStyle: 'long' });
  const relatives = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  const nameOfCurrency = currencyNamesIn(tag);
  const lists = new Intl.ListFormat(tag);
  const numbers = numbersFor({ language, numberStyle: style });
  const measure = withUnit(tag, numbers);
  return {
    ...numbers,
    symbol: symbolsIn(style === 'english' ? numberDisplay.locale : tag, numbers),
    date: (instant) => dates(new Date(instant)),
    day: (day) => days(new Date(day)),
    // The first day of 2024 was a Monday.
    weekday(number) {
      return withCapital(weekdays.format(Date.UTC(2024, 0, number)), tag);
    },
    time: (instant) => times(new Date(instant)),
    dateTime: (instant) => dateTimes(new Date(instant)),
    near: (instant, now, parts) => nearDates(new Date(instant), now, parts),
    exactTime: (instant) => exactTimes(new Date(instant)),
    fileSize: (bytes) =>
      bytes < megabyte
        ? measure(Math.max(bytes / 1024, 1), { unit: 'kilobyte' })
        : measure(bytes / megabyte, { unit: 'megabyte' }, 1),
    relative(instant, now = new Date()) {
      const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
      const [unit, size] = steps.find(([, span]) => Math.abs(seconds) >= span) ?? [];
      // "Now", in the word of the language: what happened after the clock of the screen last moved lies not ahead.
      if (unit === undefined || size === undefined) return relatives.format(0, 'second');
      const count = seconds / size;
      return relatives.format(unit === 'minute' ? Math.trunc(count) : Math.round(count), unit);
    },
    span: (count, unit) => measure(count, { unit, unitDisplay: 'long' }),
    country: (code) => countries.of(code) ?? code,
    currencyName: (code) => withCapital(nameOfCurrency(code), tag),
    list: (items) => lists.format(items),
    // French alone has a space before a colon.
    label: (text) => `${text}${language === 'fr' ? '\u00a0' : ''}: `,
  };
}

/** Past midnight as well, what comes so soon needs no day. */
const soonMs = 12 * 3_600_000;

/** Dates as the language writes them with their year, without it where it is the present one. */
function nearDatesIn(language: Language, times: WriteDate) {
  const digitsOf = digitsIn(language);
  const whole = { dateStyle: 'medium' } as const;
  const day = { day: digitsOf(whole, 'day'), month: digitsOf(whole, 'month') ?? 'short' } as const;
  const ofThisYear = {
    date: dateFormat(language, day),
    dateTime: dateFormat(language, { ...day, hour: digitsOf({ timeStyle: 'short' }, 'hour'), minute: '2-digit' }),
  };
  const ofAnother = {
    date: dateFormat(language, whole),
    dateTime: dateFormat(language, { ...whole, timeStyle: 'short' }),
  };
  return (at: Date, now: Date, parts: NearParts): string => {
    const ahead = at.getTime() - now.getTime();
    const isNear = at.toDateString() === now.toDateString() || (ahead > 0 && ahead < soonMs);
    if (parts === 'brief' && isNear) return times(at);
    const formats = at.getFullYear() === now.getFullYear() ? ofThisYear : ofAnother;
    return formats[parts === 'dateTime' ? 'dateTime' : 'date'](at);
  };
}

/** How a language writes a number below ten; of a month, `undefined` where it is a name. */
const digitsIn =
  (language: Language) =>
  (style: Intl.DateTimeFormatOptions, type: 'day' | 'month' | 'hour'): '2-digit' | 'numeric' | undefined => {
    const parts = new Intl.DateTimeFormat(intlTagOf(language), style).formatToParts(new Date(2024, 0, 2, 3));
    const value = parts.find((part) => part.type === type)?.value ?? '';
    if (!/^\d+$/.test(value)) return undefined;
    return value.length === 2 ? '2-digit' : 'numeric';
  };

function withCapital(name: string, tag: string): string {
  const [first = '', ...rest] = name;
  return first.toLocaleUpperCase(tag) + rest.join('');
}

/** Writes a currency by its symbol where Intl has one, with the digits of the currency; else by its code. */
function symbolsIn(locale: string, { money }: NumberFormat): Format['symbol'] {
  const made = new Map<string, Intl.NumberFormat | null>();
  const formatOf = (currency: string, signed: boolean, short: boolean) => {
    if (!Intl.supportedValuesOf('currency').includes(currency)) return null;
    const digits = shownDigits(currency);
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      signDisplay: signed ? 'exceptZero' : 'auto',
      trailingZeroDisplay: short ? 'stripIfInteger' : 'auto',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  };
  return (decimal, currency, { signed = false, short = false } = {}) => {
    const key = `${currency} ${signed} ${short}`;
    const format = made.get(key) ?? formatOf(currency, signed, short);
    made.set(key, format);
    if (!format) return money(decimal, currency, { signed });
    return format.format(decimal as Intl.StringNumericLiteral).replace('-', '−');
  };
}

const made = new Map<string, Format>();

export function formatIn(language: Language, style: NumberStyle): Format {
  const key = `${language} ${style}`;
  const found = made.get(key) ?? makeFormat(language, style);
  made.set(key, found);
  return found;
}

export const useFormat = (): Format => formatIn(useLanguage(), useNumberStyle());

/** `near` of a format, as time goes by. */
export function useNear(): (instant: string, parts: NearParts) => string {
  const { near } = useFormat();
  const now = useNow();
  return (instant, parts) => near(instant, now, parts);
}
