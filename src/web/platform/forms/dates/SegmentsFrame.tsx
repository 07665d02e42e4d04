import { createContext, Suspense, use, type ComponentProps, type FocusEventHandler, type ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/forms/Field.tsx';
import type { SegmentsControl } from './input-props.ts';
import styles from './SegmentsFrame.module.css';

interface SegmentsFrameProps extends Omit<ComponentProps<typeof Field>, 'children' | 'id'> {
  onFocus?: () => void;
  onBlur?: FocusEventHandler;
  children: (control: SegmentsControl) => ReactNode;
}

const AtOnce = createContext(false);

/** Around several fields of segments: they are there at once, where each alone comes as soon as it can. */
export function SegmentsGroup({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <AtOnce value>{children}</AtOnce>
    </Suspense>
  );
}

/** Label, hint, error and box of a field of segments. The box stands, empty, before its segments are loaded. */
export function SegmentsFrame({ onFocus, onBlur, children, ...frame }: SegmentsFrameProps) {
  const isInGroup = use(AtOnce);
  return (
    <Field {...frame}>
      {({ id, className, 'aria-invalid': isInvalid, 'aria-describedby': describedBy }) => {
        const input = children({ id, labelledBy: `${id}-label`, describedBy, isInvalid: isInvalid ?? false });
        return (
          <div className={cx(className, styles.box)} data-invalid={isInvalid} onFocus={onFocus} onBlur={onBlur}>
            {isInGroup ? input : <Suspense>{input}</Suspense>}
          </div>
        );
      }}
    </Field>
  );
}
