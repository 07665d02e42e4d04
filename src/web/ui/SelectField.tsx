import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { icon } from './icon.ts';
import styles from './SelectField.module.css';

export interface SelectFieldProps extends ComponentProps<'select'>, FieldProps {
  options: readonly { value: string; label: string; disabled?: boolean }[];
  /** A first choice with the empty value, e.g. "Choose currency". */
  placeholder?: string;
}

/** The platform's own list of choices. */
export function SelectField({ label, hint, error, className, options, placeholder, ...rest }: SelectFieldProps) {
  const frame = { label, hint, error, className, id: rest.id, required: rest.required };
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.frame}>
          <select {...rest} {...control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown {...icon} />
        </div>
      )}
    </Field>
  );
}
