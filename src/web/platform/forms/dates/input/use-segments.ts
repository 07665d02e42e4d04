import { useState } from 'react';
import { useDateFieldState } from 'react-stately/useDateFieldState';
import { createCalendar, useTag } from './aria.tsx';
import type { InputProps } from '../input-props.ts';
import { read, shownIn } from './values.ts';

interface Props extends InputProps {
  granularity: 'day' | 'minute';
}

/** The state of one date in segments. */
export function useSegments({ granularity, value, control, disabled, required }: Props) {
  const locale = useTag();
  const [kept, setKept] = useState(() => read(granularity, value));
  const state = useDateFieldState({
    locale,
    createCalendar,
    granularity,
    shouldForceLeadingZeros: true,
    value: kept,
    onChange: setKept,
    isDisabled: disabled ?? false,
    isRequired: required ?? false,
    isInvalid: control.isInvalid,
  });
  return {
    state,
    shown: shownIn(state.segments, granularity, kept),
    keep: (text: string) => setKept(read(granularity, text)),
  };
}
