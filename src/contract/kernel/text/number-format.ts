import { numberDisplay, type NumberStyle } from '../constants.ts';
import { intlTagOf, type Language } from '../languages.ts';
import { shownDigits } from './shown-digits.ts';

/** For whom a text is written: the language, and how the person wants numbers written. */
export interface Reader {
  language: Language;
  numberStyle: NumberStyle;
}

/**
 * Numbers, amounts and percentages as a person reads them, on screens, in emails, documents, files and refusals alike. They
 * follow the product's display rule (English-US decimals, 0 to 2 digits) in every language, since a statement must read alike
 * for client and broker, unless the person chooses the style of their language. Each takes a decimal string, which may exceed
 * a float's exact range.
 */
export interface NumberFormat {
  /**
   * `"1236"`, `"USD"` becomes `USD 1,236.00`, and `"1236"`, `"JPY"` becomes `JPY 1,236`: always as many digits as the currency
   * has, of a coin two, so that amounts below each other line up; with `exact`, all the digits that the amount carries.
   * With `signed`, a plus stands before an inflow. In the style of a language the currency stands where it does there.
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
}

type Write = (decimal: string | number) => string;
type Sign = 'auto' | 'exceptZero';

const { locale: english, minFractionDigits: min, maxFractionDigits: max } = numberDisplay;

const invisible = /[\u200e\u200f\u061c]/g;

/** Whether a language writes `USD 1.00` rather than `1.00 USD`. */
function isCurrencyFirst(locale: string): boolean {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'code' } as const;
  return new Intl.NumberFormat(locale, style).format(1).replaceAll(invisible, '').startsWith('USD');
}

function makeNumberFormat({ language, numberStyle }: Reader): NumberFormat {
  const locale = numberStyle === 'english' ? english : intlTagOf(language);
  const made = new Map<string, Write>();
  const writer = (
    least: number,
    most: number,
    signDisplay: Sign = 'auto',
    style: 'decimal' | 'percent' = 'decimal',
  ) => {
    const key = `${least} ${most} ${signDisplay} ${style}`;
    const found = made.get(key);
    if (found) return found;
    const format = new Intl.NumberFormat(locale, {
      style,
      signDisplay,
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    // Intl takes percentages as fractions; the exponent keeps every digit.
    const exponent = style === 'percent' ? 'e-2' : '';
    const write: Write = (decimal) =>
      format.format(`${decimal}${exponent}` as Intl.StringNumericLiteral).replace('-', '−');
    made.set(key, write);
    return write;
  };
  const isFirst = isCurrencyFirst(locale);
  const price = (decimal: string, sign?: Sign) => {
    const digits = decimal.split('.')[1]?.length ?? 0;
    return writer(digits, digits, sign)(decimal);
  };
  return {
    money(decimal, currency, { signed = false, exact = false } = {}) {
      const sign = signed ? 'exceptZero' : 'auto';
      const digits = shownDigits(currency);
      const amount = exact ? price(decimal, sign) : writer(digits, digits, sign)(decimal);
      return isFirst ? `${currency}\u00a0${amount}` : `${amount}\u00a0${currency}`;
    },
    number: (decimal, maxDigits) => (maxDigits === undefined ? writer(min, max) : writer(0, maxDigits))(decimal),
    price: (decimal) => price(decimal),
    percent: (decimal, { signed = false } = {}) => writer(min, max, signed ? 'exceptZero' : 'auto', 'percent')(decimal),
    share: (decimal) => writer(2, 2, 'auto', 'percent')(decimal),
    change: (decimal) => writer(2, 2, 'exceptZero', 'percent')(decimal),
  };
}

const formats = new Map<string, NumberFormat>();

export function numbersFor(reader: Reader): NumberFormat {
  const key = `${reader.language} ${reader.numberStyle}`;
  const found = formats.get(key) ?? makeNumberFormat(reader);
  formats.set(key, found);
  return found;
}
