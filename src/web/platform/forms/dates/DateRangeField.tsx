import { lazy, type ReactNode } from 'react';
import { isBackwards, type Days } from '../days-in-order.ts';
import { useText } from '../../i18n/i18n.tsx';
import { SegmentsFrame } from './SegmentsFrame.tsx';
import styles from './DateRangeField.module.css';

const RangeInput = lazy(async () => ({ default: (await import('./input/RangeInput.tsx')).RangeInput }));

interface DateRangeFieldProps {
  label: ReactNode;
  error?: string | undefined;
  days: Days;
  required?: boolean;
  onChange: (days: Partial<Days>) => void;
}

/** A first and a last day, each typed, or both chosen in a calendar; an error while the period ends before it begins. */
export function DateRangeField({ label, error, days, required, onChange }: DateRangeFieldProps) {
  const t = useText();
  const wrong = error ?? (isBackwards(days) ? t('common.days_backwards') : undefined);
  return (
    <SegmentsFrame label={label} error={wrong} required={required} className={styles.period}>
      {(control) => <RangeInput days={days} control={control} required={required} onChange={onChange} />}
    </SegmentsFrame>
  );
}
