import { lazy } from 'react';
import type { FieldProps } from '#web/ui/forms/Field.tsx';
import { SegmentsFrame } from './SegmentsFrame.tsx';

const TimeInput = lazy(async () => ({ default: (await import('./input/TimeInput.tsx')).TimeInput }));

interface TimeFieldProps extends FieldProps {
  name?: string;
  /** `09:30`; empty while the field does not show a whole time. */
  value: string;
  required?: boolean;
  disabled?: boolean;
  onChange: (event: { target: { value: string } }) => void;
}

/** A time of day, typed as the page's language writes it. */
export function TimeField({ label, hint, error, onChange, ...input }: TimeFieldProps) {
  const frame = { label, hint, error, required: input.required };
  return (
    <SegmentsFrame {...frame}>
      {(control) => (
        <TimeInput {...input} control={control} onChange={(next) => onChange({ target: { value: next } })} />
      )}
    </SegmentsFrame>
  );
}
