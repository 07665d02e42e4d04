import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { CalendarState } from 'react-stately/useCalendarState';
import type { RangeCalendarState } from 'react-stately/useRangeCalendarState';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useText } from '../../../i18n/i18n.tsx';
import { useNow } from '../../../i18n/server-clock.ts';
import { useTag } from '../input/aria.tsx';
import styles from './Calendar.module.css';

/** Years around the present one that are offered where the field has no bounds: a birth is far behind, an expiry near. */
const yearsBehind = 110;
const yearsAhead = 30;

/** Which month is in sight: its name and its year are chosen, instead of paging through forty years. */
export function CalendarHead({ state }: { state: CalendarState | RangeCalendarState }) {
  const t = useText();
  const tag = useTag();
  const { focusedDate, minValue, maxValue } = state;
  const thisYear = useNow().getFullYear();
  const [first, last] = [minValue?.year ?? thisYear - yearsBehind, maxValue?.year ?? thisYear + yearsAhead];
  const names = new Intl.DisplayNames(tag, { type: 'dateTimeField' });
  const years = new Intl.DateTimeFormat(tag, { year: 'numeric', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return (
    <div className={styles.head}>
      <IconButton
        label={t('common.previous_month')}
        disabled={state.isPreviousVisibleRangeInvalid()}
        onClick={() => state.focusPreviousPage()}
      >
        <ChevronLeft {...icon} />
      </IconButton>
      <select
        aria-label={names.of('month')}
        value={focusedDate.month}
        onChange={({ target }) => state.setFocusedDate(focusedDate.set({ month: Number(target.value) }))}
      >
        {Array.from({ length: 12 }, (_, month) => (
          <option key={month} value={month + 1}>
            {months.format(Date.UTC(2024, month))}
          </option>
        ))}
      </select>
      <select
        aria-label={names.of('year')}
        value={focusedDate.year}
        onChange={({ target }) => state.setFocusedDate(focusedDate.set({ year: Number(target.value) }))}
      >
        {Array.from({ length: last - first + 1 }, (_, at) => (
          <option key={at} value={first + at}>
            {years.format(Date.UTC(first + at, 0))}
          </option>
        ))}
      </select>
      <IconButton
        label={t('common.next_month')}
        disabled={state.isNextVisibleRangeInvalid()}
        onClick={() => state.focusNextPage()}
      >
        <ChevronRight {...icon} />
      </IconButton>
    </div>
  );
}
