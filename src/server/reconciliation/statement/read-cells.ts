import type { DateOrder, DecimalSign } from '#contract/reconciliation/names.ts';

const grouped = {
  point: /^\d{1,3}(?:[,' \u00a0\u202f]\d{3})+\.\d+$/,
  comma: /^\d{1,3}(?:[.' \u00a0\u202f]\d{3})+,\d+$/,
};
const plain = { point: /^\d+(?:\.\d+)?$/, comma: /^\d+(?:,\d+)?$/ };

/**
 * A decimal such as `-1234.50`. The sign stands before the digits or, as some banks write it, behind them. Thousands
 * may be grouped where decimals follow: with one separator alone it is unclear which of the two it is, so `1,234` is
 * refused.
 * @throws RangeError when the cell is no amount
 */
export function readAmount(cell: string, sign: DecimalSign = 'point'): string {
  const [, before, digits = '', after] = /^([+\-\u2212]?)\s*(.*?)\s*([+\-\u2212]?)$/.exec(cell) ?? [];
  if (before && after) throw new RangeError(`two signs: ${cell}`);
  if (!plain[sign].test(digits) && !grouped[sign].test(digits)) throw new RangeError(`not an amount: ${cell}`);
  const decimal = digits.replace(sign === 'comma' ? /[.' \u00a0\u202f]/g : /[,' \u00a0\u202f]/g, '').replace(',', '.');
  return /[-\u2212]/.test(`${before}${after}`) ? `-${decimal}` : decimal;
}

const dateShapes: Record<DateOrder, RegExp> = {
  year_first: /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  day_first: /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4}|\d{2})$/,
  month_first: /^(?<month>\d{1,2})[./-](?<day>\d{1,2})[./-](?<year>\d{4}|\d{2})$/,
};

/** Whether a text such as `2026-03-31` names a day that there is. */
export const isDay = (on: string): boolean => {
  const time = Date.parse(on);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(on);
};

/**
 * A day such as `2026-03-31`. A year of two digits is one of this century.
 * @throws RangeError when the cell is no day
 */
export function readDay(cell: string, order: DateOrder = 'year_first'): string {
  const { year = '', month = '', day = '' } = dateShapes[order].exec(cell)?.groups ?? {};
  const on = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(on)) throw new RangeError(`not a day: ${cell}`);
  return on;
}
