import { numberDisplay, type NumberStyle } from '#contract/kernel/constants.ts';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { currencyNamesIn } from '#contract/kernel/currency-names.ts';
import { knownCurrencies, scaleOf } from '#contract/kernel/money.ts';
import { clockTime } from './clock-time.ts';
import { useLanguage } from './language.ts';
import { useNumberStyle } from './number-style.ts';

/**
 * Numbers, money and dates, in one place. Numbers follow the product's display rule (English-US decimals, 0 to 2
 * digits) in every language, since a statement must read alike for client and broker, unless the client chooses the
 * style of their language; dates follow the language.
 */
export interface Format {
  /**
   * `"1236"`, `"USD"` becomes `USD 1,236.00`, and `"1236"`, `"JPY"` becomes `JPY 1,236`: always as many digits as the currency
   * has, at most two, so that amounts below each other line up; with `exact`, all the digits that the amount carries.
   * With `signed`, a plus stands before an inflow. The text keeps its order inside right-to-left lines.
   */
  money(decimal: string, currency: string, options?: { signed?: boolean; exact?: boolean }): string;
  /** `"1236.5"` becomes `1,236.5`. */
  number(decimal: string | number, maxDigits?: number): string;
  /** With the digits it carries, so that a live price keeps its width: `"92000.10"` becomes `92,000.10`. */
  price(decimal: string): string;
  /** A rate that a person has set: `"4.5"` becomes `4.5%`; with `signed`, a plus comes before a gain. */
  percent(decimal: string | number, options?: { signed?: boolean }): string;
  /** A percentage that was computed, with two digits always, so that those below each other line up: `"4.5"` becomes `4.50%`. */
  share(decimal: string | number): string;
  /** The same of a change, with its sign: `"1.5"` becomes `+1.50%`. */
  change(decimal: string | number): string;
  date(instant: string): string;
  /** A day of the product's calendar, such as `2026-03-02`: the same everywhere on earth. */
  day(day: string): string;
  /** Of a week that begins with 1, Monday. */
  weekday(number: number): string;
  time(instant: string): string;
  dateTime(instant: string): string;
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
  currencyName(code: string): string;
}

export type SpanUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year';

/** Amounts are decimal strings and may exceed a float's exact range, hence the string form that Intl takes. */
type Decimal = Intl.StringNumericLiteral;

const minus = (text: string) => text.replace('-', '−');

function numberIn(locale: string, options: Intl.NumberFormatOptions) {
  const format = new Intl.NumberFormat(locale, options);
  return (decimal: string | number) => minus(format.format(decimal as Decimal));
}

const { maxFractionDigits: max } = numberDisplay;

/** How many digits after the point amounts in a currency are shown with. */
const digitsOf = (currency: string) => (knownCurrencies.includes(currency) ? Math.min(scaleOf(currency), max) : max);

const amounts = new Map<string, (decimal: string | number) => string>();

function amountWith(
  locale: string,
  digits: number,
  signDisplay: 'auto' | 'exceptZero',
): (decimal: string | number) => string {
  const key = `${locale} ${digits} ${signDisplay}`;
  const made =
    amounts.get(key) ??
    numberIn(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay,
    });
  amounts.set(key, made);
  return made;
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

const megabyte = 1024 * 1024;

function makeFormat(language: Language, style: NumberStyle): Format {
  const tag = intlTagOf(language);
  const locale = style === 'english' ? numberDisplay.locale : tag;
  const numberWith = (options: Intl.NumberFormatOptions) => numberIn(locale, options);
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'medium' });
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' });
  const weekdays = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const times = clockTime(language);
  const dateTimes = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const exactTimes = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'long' });
  const relatives = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const digits = {
    minimumFractionDigits: numberDisplay.minFractionDigits,
    maximumFractionDigits: numberDisplay.maxFractionDigits,
  };
  const plain = numberWith(digits);
  const countries = new Intl.DisplayNames(tag, { type: 'region' });
  const price = (decimal: string, signDisplay: 'auto' | 'exceptZero' = 'auto') => {
    const count = decimal.split('.')[1]?.length ?? 0;
    return numberWith({ minimumFractionDigits: count, maximumFractionDigits: count, signDisplay })(decimal);
  };
  return {
    money(decimal, currency, { signed = false, exact = false } = {}) {
      const sign = signed ? 'exceptZero' : 'auto';
      const show = exact ? price : amountWith(locale, digitsOf(currency), sign);
      return `${currency}\u00a0${show(decimal, sign)}`;
    },
    number: (decimal, maxDigits) =>
      maxDigits === undefined ? plain(decimal) : numberWith({ maximumFractionDigits: maxDigits })(decimal),
    price: (decimal) => price(decimal),
    percent: (decimal, { signed = false } = {}) => `${signed && Number(decimal) > 0 ? '+' : ''}${plain(decimal)}%`,
    share: (decimal) => `${amountWith(locale, 2, 'auto')(decimal)}%`,
    change: (decimal) => `${amountWith(locale, 2, 'exceptZero')(decimal)}%`,
    date: (instant) => dates.format(new Date(instant)),
    day: (day) => days.format(new Date(day)),
    // The first day of 2024 was a Monday.
    weekday: (number) => weekdays.format(Date.UTC(2024, 0, number)),
    time: (instant) => times.format(new Date(instant)),
    dateTime: (instant) => dateTimes.format(new Date(instant)),
    exactTime: (instant) => exactTimes.format(new Date(instant)),
    fileSize(bytes) {
      const [unit, size] = bytes < megabyte ? (['kilobyte', 1024] as const) : (['megabyte', megabyte] as const);
      const digits = unit === 'megabyte' ? 1 : 0;
      const format = new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: digits });
      return format.format(Math.max(bytes / size, unit === 'kilobyte' ? 1 : 0));
    },
    relative(instant, now = new Date()) {
      const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
      const [unit, size] = steps.find(([, span]) => Math.abs(seconds) >= span) ?? ['minute', 60];
      return relatives.format(Math.round(seconds / size), unit);
    },
    span: (count, unit) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    country: (code) => countries.of(code) ?? code,
    currencyName: currencyNamesIn(tag),
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
