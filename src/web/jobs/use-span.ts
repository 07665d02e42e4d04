import { intlTagOf } from '#contract/kernel/languages.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const;

/** Writes a span in its largest whole unit, as "5 min" or "40 ms": the unit in the language, the number in the style of the reader. */
export function useSpan(): (ms: number) => string {
  const tag = intlTagOf(useLanguage());
  const { number } = useFormat();
  return (ms) => {
    const [unit, size] = units.find(([, min]) => ms >= min) ?? ['millisecond', 1];
    const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short', useGrouping: false });
    const parts = format.formatToParts(Math.round(ms / size));
    return parts.map(({ type, value }) => (type === 'integer' ? number(ms / size, 1) : value)).join('');
  };
}
