import { lazy, Suspense, useRef } from 'react';
import { SelectField, type SelectFieldProps } from '#web/ui/forms/SelectField.tsx';

const ComboInput = lazy(async () => ({ default: (await import('./ComboInput.tsx')).ComboInput }));

export interface ComboFieldProps extends Omit<SelectFieldProps, 'onChange' | 'value'> {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * A choice from a list that is too long to be read through: with a keyboard one types a part of it. Under a finger the
 * platform's own list is better, since it fills the screen and needs no keyboard over it. It also stands until the other
 * is loaded.
 */
export function ComboField(props: ComboFieldProps) {
  /** Whether the list that stood first had the focus as the other took its place. */
  const hadFocus = useRef(false);
  if (window.matchMedia('(pointer: coarse)').matches) return <SelectField {...props} />;
  const watch = (select: HTMLSelectElement | null) => () => {
    hadFocus.current = select !== null && document.activeElement === select;
  };
  return (
    <Suspense fallback={<SelectField {...props} ref={watch} />}>
      <ComboInput {...props} hadFocus={hadFocus} />
    </Suspense>
  );
}
