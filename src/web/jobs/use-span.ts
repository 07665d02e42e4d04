import { intlTagOf } from '#contract/kernel/languages.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { withUnit } from '#web/platform/i18n/with-unit.ts';

const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
] as const;

/** Writes a span in its largest whole unit, as "5 min" or "40 ms": the unit in the language, the number in the style of the reader. */
export function useSpan(): (ms: number) => string {
  const tag = intlTagOf(useLanguage());
  const measure = withUnit(tag, useFormat());
  return (ms) => {
    const [unit, size] = units.find(([, min]) => ms >= min) ?? ['millisecond', 1];
    return measure(ms / size, { unit, unitDisplay: 'short' }, 1);
  };
}
