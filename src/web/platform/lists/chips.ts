import { useFormat } from '../i18n/format.ts';
import { useText } from '../i18n/i18n.tsx';
import type { Days } from '../forms/days-in-order.ts';
import { isDay } from './is-day.ts';
import type { Chip } from './ListFilters.tsx';

/** A choice as a chip; none where nothing is chosen. */
export const chipOf = (label: string, value: string | undefined, onClear: () => void): Chip[] =>
  value ? [{ label, value, onClear }] : [];

/** The days that narrow a list down, as chips. */
export function useDayChips(days: Days, onChange: (days: Partial<Days>) => void): Chip[] {
  const t = useText();
  const format = useFormat();
  return (['from', 'to'] as const)
    .filter((name) => isDay(days[name]))
    .map((name) => ({
      label: t(`common.${name}_day`),
      value: format.day(days[name]),
      onClear: () => onChange({ [name]: '' }),
    }));
}
