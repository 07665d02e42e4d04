import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './RadioGroup.module.css';

export interface RadioGroupProps {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; hint?: string; icon?: ReactNode }[];
  /** Each a card of its own, side by side where there is space. */
  cards?: boolean;
  /** The question is what the eye meets first on its screen; its cards stand one under another. */
  large?: boolean;
  value: string;
  error?: string | undefined;
  onChange: ComponentProps<'input'>['onChange'];
}

/** One of a few choices that take a sentence each, one under another. */
export function RadioGroup({
  legend,
  name,
  options,
  cards = false,
  large = false,
  value,
  error,
  onChange,
}: RadioGroupProps) {
  const errorId = useId();
  return (
    <fieldset
      className={cx(styles.group, cards && styles.cards, large && styles.large)}
      role="radiogroup"
      tabIndex={-1}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={cards ? styles.card : styles.line}>
          <input
            type="radio"
            className={styles.mark}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={onChange}
          />
          <span className={styles.words}>
            <bdi>{option.label}</bdi>
            {option.hint && <bdi className={styles.hint}>{option.hint}</bdi>}
          </span>
          {option.icon}
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
