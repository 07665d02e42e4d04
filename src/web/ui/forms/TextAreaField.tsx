import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import styles from './TextAreaField.module.css';

export interface TextAreaFieldProps extends ComponentProps<'textarea'>, FieldProps {
  /** How much is written of how much, ready to read, e.g. "12 / 2,000". */
  count?: ReactNode;
}

/** Several lines of text that grow with their content. */
export function TextAreaField({ label, hint, error, className, count, ...rest }: TextAreaFieldProps) {
  const aside = count && <span className={styles.count}>{count}</span>;
  const frame = { label, hint, error, className, aside, id: rest.id, required: rest.required };
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.frame}>
          <textarea rows={4} dir="auto" {...rest} {...control} />
        </div>
      )}
    </Field>
  );
}
