import { Suspense, type ComponentProps, type FocusEventHandler, type ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import type { SegmentsControl } from './input-props.ts';
import styles from './SegmentsFrame.module.css';

interface SegmentsFrameProps extends Omit<ComponentProps<typeof Field>, 'children' | 'id'> {
  onFocus?: () => void;
  onBlur?: FocusEventHandler;
  children: (control: SegmentsControl) => ReactNode;
}

/** Label, hint, error and box of a field of segments. The box stands, empty, before its segments are loaded. */
export function SegmentsFrame({ onFocus, onBlur, children, ...frame }: SegmentsFrameProps) {
  return (
    <Field {...frame}>
      {({ id, className, 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) => (
        <div className={cx(className, styles.box)} data-invalid={isInvalid} onFocus={onFocus} onBlur={onBlur}>
          <Suspense>{children({ id, labelledBy: `${id}-label`, describedBy, isInvalid: isInvalid ?? false })}</Suspense>
        </div>
      )}
    </Field>
  );
}
