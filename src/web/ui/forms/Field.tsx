import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Field.module.css';

/** What every field takes besides the props of its native control. */
export interface FieldProps {
  label: ReactNode;
  /** Help under the label, read with the field. */
  hint?: ReactNode;
  /** One sentence: what is wrong and what to do. Marks the control invalid. */
  error?: string | undefined;
}

interface Control {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  id?: string | undefined;
  /** Marked, unless all fields of the form are. */
  required?: boolean | undefined;
  className?: string | undefined;
  /** Shown at the end of the line under the control, e.g. a count. */
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
}

/** Label, hint and error around one control, wired to it. The fields of this folder are made of it. */
export function Field({ label, hint, error, id, required, className, aside, children }: FrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = hint ? `${controlId}-hint` : undefined;
  const errorId = error ? `${controlId}-error` : undefined;
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} id={`${controlId}-label`} htmlFor={controlId}>
        {label}
        {required && (
          <span className={styles.mark} aria-hidden>
            *
          </span>
        )}
      </label>
      {hint && (
        <div className={textStyles.soft} id={hintId}>
          {hint}
        </div>
      )}
      {children({
        id: controlId,
        className: styles.control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': cx(errorId, hintId) || undefined,
      })}
      {(error || aside) && (
        <div className={styles.under}>
          {error && (
            <p className={styles.error} id={errorId}>
              {error}
            </p>
          )}
          {aside}
        </div>
      )}
    </div>
  );
}
