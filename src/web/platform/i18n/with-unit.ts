import type { NumberFormat } from '#contract/kernel/text/number-format.ts';

type Unit = Pick<Intl.NumberFormatOptions, 'unit' | 'unitDisplay'> & { maximumFractionDigits?: number };

const ofNumber: ReadonlySet<string> = new Set(['integer', 'group', 'decimal', 'fraction']);

/** Writes a number with its unit, as "5 min" or "1.5 MB": the unit in the language, the number in the style of the reader. */
export const withUnit =
  (tag: string, { number }: Pick<NumberFormat, 'number'>) =>
  (count: number, { maximumFractionDigits: digits = 0, ...unit }: Unit): string => {
    const format = new Intl.NumberFormat(tag, { style: 'unit', maximumFractionDigits: digits, ...unit });
    const written = number(count, digits);
    let isWritten = false;
    return format
      .formatToParts(count)
      .map(({ type, value }) => {
        if (!ofNumber.has(type)) return value;
        const part = isWritten ? '' : written;
        isWritten = true;
        return part;
      })
      .join('');
  };
