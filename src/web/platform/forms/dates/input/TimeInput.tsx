import { useState } from 'react';
import { useTimeFieldState } from 'react-stately/useTimeFieldState';
import { InPageLanguage, useTag } from './aria.tsx';
import type { InputProps } from '../input-props.ts';
import { Segments } from './Segments.tsx';
import { read, shownIn } from './values.ts';

/** Hours and minutes, and the half of the day where the language counts to twelve. */
export function TimeInput(props: InputProps) {
  const { value, control, disabled = false, required = false } = props;
  const locale = useTag();
  const [kept, setKept] = useState(() => read('time', value));
  const state = useTimeFieldState({
    locale,
    shouldForceLeadingZeros: true,
    value: kept,
    onChange: setKept,
    isDisabled: disabled,
    isRequired: required,
    isInvalid: control.isInvalid,
  });
  return (
    <InPageLanguage>
      <Segments
        {...props}
        state={state}
        shown={shownIn(state.segments, 'time', kept)}
        keep={(text) => setKept(read('time', text))}
      />
    </InPageLanguage>
  );
}
