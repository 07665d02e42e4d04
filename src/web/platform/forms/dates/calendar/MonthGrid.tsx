import type { CalendarDate } from '@internationalized/date';
import { useRef } from 'react';
import { useCalendarCell, useCalendarGrid } from 'react-aria/useCalendar';
import type { CalendarState } from 'react-stately/useCalendarState';
import type { RangeCalendarState } from 'react-stately/useRangeCalendarState';
import styles from './Calendar.module.css';

interface GridProps {
  state: CalendarState | RangeCalendarState;
}

/** The weeks of the month in sight. The week begins as it does where the language is spoken. */
export function MonthGrid({ state }: GridProps) {
  const { gridProps, headerProps, weekDays, weeksInMonth } = useCalendarGrid({ weekdayStyle: 'narrow' }, state);
  return (
    <table {...gridProps} className={styles.grid}>
      <thead {...headerProps}>
        <tr>
          {weekDays.map((day, at) => (
            // Two days of the week can have the same name here: T is Tuesday and Thursday.
            // oxlint-disable-next-line react/no-array-index-key
            <th key={at} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeksInMonth }, (_, week) => (
          <tr key={week}>
            {state.getDatesInWeek(week).map((date) => date && <Day key={date.toString()} state={state} date={date} />)}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ state, date }: GridProps & { date: CalendarDate }) {
  const ref = useRef<HTMLDivElement>(null);
  const { cellProps, buttonProps, isOutsideVisibleRange, formattedDate } = useCalendarCell({ date }, state, ref);
  const range = 'highlightedRange' in state ? state.highlightedRange : null;
  const isWithin = range !== null && date.compare(range.start) > 0 && date.compare(range.end) < 0;
  return (
    <td {...cellProps} data-within={isWithin || undefined}>
      <div {...buttonProps} ref={ref} className={styles.day} hidden={isOutsideVisibleRange}>
        {formattedDate}
      </div>
    </td>
  );
}
