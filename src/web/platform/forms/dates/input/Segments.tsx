import { useEffect, useEffectEvent, useRef } from 'react';
import { useDateField, useDateSegment } from 'react-aria/useDateField';
import type { DateFieldState, DateSegment } from 'react-stately/useDateFieldState';
import { visuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { InputProps } from '../input-props.ts';
import styles from './Segments.module.css';

interface SegmentsProps extends InputProps {
  state: DateFieldState;
  /** The value as the segments show it. */
  shown: string;
  /** Takes a value that did not come from the segments. */
  keep: (text: string) => void;
}

/** Day, month, year, hours and minutes, each typed or stepped through by itself, in the order of the page's language. */
export function Segments({ state, shown, keep, control, value, label, onChange, ...native }: SegmentsProps) {
  const ref = useRef<HTMLSpanElement>(null);
  const { fieldProps } = useDateField(
    {
      ...(label ? { 'aria-label': label } : { 'aria-labelledby': control.labelledBy }),
      ...(control.describedBy && { 'aria-describedby': control.describedBy }),
    },
    state,
    ref,
  );
  const report = useEffectEvent((next: string) => {
    if (next !== value) onChange(next);
  });
  const follow = useEffectEvent((next: string) => {
    if (next !== shown) keep(next);
  });
  useEffect(() => report(shown), [shown]);
  useEffect(() => follow(value), [value]);
  return (
    <>
      {/* For the label, for the browser that fills a form in, and for who reads the form: eyes and keyboards have the segments. */}
      <input
        {...native}
        id={control.id}
        className={visuallyHidden}
        value={value}
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => onChange(target.value)}
        onFocus={() => ref.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus()}
      />
      <span {...fieldProps} ref={ref} className={styles.segments}>
        {state.segments.map((segment, at) => (
          // A segment is known by nothing but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <Segment key={at} segment={segment} state={state} />
        ))}
      </span>
    </>
  );
}

function Segment({ segment, state }: { segment: DateSegment; state: DateFieldState }) {
  const ref = useRef<HTMLSpanElement>(null);
  const { segmentProps } = useDateSegment(segment, state, ref);
  if (segment.type === 'literal') return <span {...segmentProps}>{segment.text}</span>;
  return (
    <span {...segmentProps} ref={ref} className={styles.segment}>
      {segment.text}
    </span>
  );
}
