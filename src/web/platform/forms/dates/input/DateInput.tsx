import { lazy } from 'react';
import { CalendarButton } from './CalendarButton.tsx';
import type { InputProps } from '../input-props.ts';
import { InPageLanguage } from './aria.tsx';
import { Segments } from './Segments.tsx';
import { useSegments } from './use-segments.ts';

const DayCalendar = lazy(async () => ({ default: (await import('../calendar/Calendar.tsx')).DayCalendar }));

interface DateInputProps extends InputProps {
  granularity: 'day' | 'minute';
  min?: string | undefined;
  max?: string | undefined;
}

/** The segments of a day, or of a day and a time, and the calendar that fills them in. */
export function DateInput({ granularity, min, max, ...input }: DateInputProps) {
  const { disabled = false, onChange } = input;
  const days = useSegments({ ...input, granularity });
  const time = days.shown.slice(10) || 'T00:00';
  return (
    <InPageLanguage>
      <Segments {...input} {...days} />
      <CalendarButton disabled={disabled}>
        {(close) => (
          <DayCalendar
            value={days.shown.slice(0, 10)}
            min={min?.slice(0, 10)}
            max={max?.slice(0, 10)}
            onChoose={(day) => {
              onChange(granularity === 'day' ? day : `${day}${time}`);
              close();
            }}
          />
        )}
      </CalendarButton>
    </InPageLanguage>
  );
}
