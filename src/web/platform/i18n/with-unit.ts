import type { NumberFormat } from '#contract/kernel/text/number-format.ts';

type Unit = Pick<Intl.NumberFormatOptions, 'unit' | 'unitDisplay'>;

/** Writes a number with its unit, as "5 min" or "1.5 MB": the unit in the language, the number in the style of the reader. */
export const withUnit =
  (tag: string, { number }: Pick<NumberFormat, 'number'>) =>
  (count: number, unit: Unit, digits = 0): string =>
    new Intl.NumberFormat(tag, { style: 'unit', maximumFractionDigits: digits, useGrouping: false, ...unit })
      .formatToParts(count)
      .map(({ type, value }) =>
        type === 'integer' ? number(count, digits) : type === 'literal' || type === 'unit' ? value : '',
      )
      .join('');
