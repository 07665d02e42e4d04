import { useId } from 'react';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Settings.module.css';

interface CurrenciesFieldProps {
  label: string;
  hint?: string;
  error: string | undefined;
  all: readonly string[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}

/** Which of the currencies are offered. */
export function CurrenciesField({ label, hint, error, all, value, onChange }: CurrenciesFieldProps) {
  const errorId = useId();
  return (
    <fieldset
      className={styles.group}
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend>{label}</legend>
      {hint && <p className={textStyles.soft}>{hint}</p>}
      <div className={styles.ticks}>
        {all.map((code) => (
          <CheckboxField
            key={code}
            label={code}
            checked={value.includes(code)}
            onChange={({ target }) =>
              onChange(all.filter((one) => (one === code ? target.checked : value.includes(one))))
            }
          />
        ))}
      </div>
      {error && (
        <p className={textStyles.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
