import { useRef } from 'react';
import { useCalendar } from 'react-aria/useCalendar';
import { useRangeCalendar } from 'react-aria/useRangeCalendar';
import { useCalendarState } from 'react-stately/useCalendarState';
import { useRangeCalendarState } from 'react-stately/useRangeCalendarState';
import type { Days } from '../../days-in-order.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { createCalendar, useTag } from '../input/aria.tsx';
import { CalendarHead } from './CalendarHead.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { read, write } from '../input/values.ts';
import styles from './Calendar.module.css';

interface Bounds {
  min?: string | undefined;
  max?: string | undefined;
}

interface DayCalendarProps extends Bounds {
  value: string;
  onChoose: (day: string) => void;
}

/** One month, of which a day is chosen. */
export function DayCalendar({ value, min, max, onChoose }: DayCalendarProps) {
  const t = useText();
  const state = useCalendarState({
    ...useCalendarProps({ min, max }),
    value: read('day', value),
    onChange: (day) => onChoose(write('day', day)),
  });
  const { calendarProps } = useCalendar({ 'aria-label': t('common.choose_date') }, state);
  return (
    <div {...calendarProps} className={styles.calendar}>
      <CalendarHead state={state} />
      <MonthGrid state={state} />
    </div>
  );
}

interface RangeCalendarProps extends Bounds {
  days: Days;
  onChoose: (days: Days) => void;
}

/** One month, of which a first and a last day are chosen. */
export function RangeCalendar({ days, min, max, onChoose }: RangeCalendarProps) {
  const t = useText();
  const ref = useRef<HTMLDivElement>(null);
  const [start, end] = [read('day', days.from), read('day', days.to)];
  const state = useRangeCalendarState({
    ...useCalendarProps({ min, max }),
    value: start && end && start.compare(end) <= 0 ? { start, end } : null,
    onChange: (range) => onChoose({ from: write('day', range.start), to: write('day', range.end) }),
  });
  const { calendarProps } = useRangeCalendar({ 'aria-label': t('common.choose_date') }, state, ref);
  return (
    <div {...calendarProps} ref={ref} className={styles.calendar}>
      <CalendarHead state={state} />
      <MonthGrid state={state} />
    </div>
  );
}

function useCalendarProps({ min, max }: Bounds) {
  const locale = useTag();
  return { locale, createCalendar, autoFocus: true, minValue: read('day', min), maxValue: read('day', max) };
}
