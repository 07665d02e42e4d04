import { lazy } from 'react';
import type { FieldProps } from '#web/ui/forms/Field.tsx';
import { SegmentsFrame } from './SegmentsFrame.tsx';
import { useOutOfBounds } from './use-out-of-bounds.ts';

const DateInput = lazy(async () => ({ default: (await import('./input/DateInput.tsx')).DateInput }));

export interface DateFieldProps extends FieldProps {
  name?: string;
  /** `2026-03-02`, with `time` `2026-03-02T09:30`; empty while the field does not show a whole date. */
  value: string;
  /** The first and the last day that may be chosen, in the same form. */
  min?: string | undefined;
  max?: string | undefined;
  /** Asks for hours and minutes as well, in the reader's own zone. */
  time?: boolean;
  required?: boolean;
  disabled?: boolean;
  autoComplete?: string;
  className?: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
}

/** A date, typed in the order of the page's language or chosen in a calendar. */
export function DateField({ label, hint, error, className, time = false, onChange, ...input }: DateFieldProps) {
  const { required, value, min, max } = input;
  const { outOfBounds, ...leaving } = useOutOfBounds(value, { min, max });
  const frame = { label, hint, error: error ?? outOfBounds, required, className, ...leaving };
  return (
    <SegmentsFrame {...frame}>
      {(control) => (
        <DateInput
          {...input}
          granularity={time ? 'minute' : 'day'}
          control={control}
          onChange={(next) => onChange({ target: { value: next } })}
        />
      )}
    </SegmentsFrame>
  );
}
