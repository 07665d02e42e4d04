import { useId, type ComponentProps } from 'react';
import textStyles from '#web/ui/Text.module.css';
import styles from './RadioGroup.module.css';

export interface RadioGroupProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  value: string;
  error?: string | undefined;
  onChange: ComponentProps<'input'>['onChange'];
}

/** One of a few choices that take a sentence each, one under another. */
export function RadioGroup({ legend, name, options, value, error, onChange }: RadioGroupProps) {
  const errorId = useId();
  return (
    <fieldset
      className={styles.group}
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.line}>
          <input
            type="radio"
            className={styles.mark}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={onChange}
          />
          <span>{option.label}</span>
        </label>
      ))}
      {error && (
        <p className={textStyles.error} id={errorId}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
