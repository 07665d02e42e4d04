import { lazy } from 'react';
import type { Days } from '../../days-in-order.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { InPageLanguage } from './aria.tsx';
import { CalendarButton } from './CalendarButton.tsx';
import type { InputProps, SegmentsControl } from '../input-props.ts';
import { Segments } from './Segments.tsx';
import { useSegments } from './use-segments.ts';
import styles from './Segments.module.css';

const RangeCalendar = lazy(async () => ({ default: (await import('../calendar/Calendar.tsx')).RangeCalendar }));

interface RangeInputProps {
  days: Days;
  control: SegmentsControl;
  required: boolean | undefined;
  onChange: (days: Partial<Days>) => void;
}

/** The segments of two days, and one calendar that fills in both. */
export function RangeInput({ days, control, required, onChange }: RangeInputProps) {
  const t = useText();
  // The label leads to the first day.
  const end = (name: keyof Days) => ({
    name,
    label: t(`common.${name}_day`),
    control: name === 'from' ? control : { ...control, id: undefined },
    value: days[name],
    required,
    onChange: (day: string) => onChange({ [name]: day }),
  });
  return (
    <InPageLanguage>
      <div className={styles.days}>
        <Day {...end('from')} />
        –
        <Day {...end('to')} />
      </div>
      <CalendarButton disabled={false}>
        {(close) => (
          <RangeCalendar
            days={days}
            onChoose={(chosen) => {
              onChange(chosen);
              close();
            }}
          />
        )}
      </CalendarButton>
    </InPageLanguage>
  );
}

function Day(props: InputProps) {
  return <Segments {...props} {...useSegments({ ...props, granularity: 'day' })} />;
}
