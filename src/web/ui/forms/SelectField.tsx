import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { icon } from '../icon.ts';
import styles from './SelectField.module.css';

interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps extends ComponentProps<'select'>, FieldProps {
  /** Choices, or several of them under a heading. */
  options: readonly (Choice | { label: string; options: readonly Choice[] })[];
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
            {options.map((option) =>
              'options' in option ? (
                <optgroup key={option.label} label={option.label}>
                  {option.options.map(optionOf)}
                </optgroup>
              ) : (
                optionOf(option)
              ),
            )}
          </select>
          <ChevronDown {...icon} />
        </div>
      )}
    </Field>
  );
}

const optionOf = ({ value, label, disabled }: Choice) => (
  <option key={value} value={value} disabled={disabled}>
    {label}
  </option>
);
