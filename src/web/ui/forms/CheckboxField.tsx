import { useId, type ComponentProps, type ReactNode } from 'react';
import textStyles from '#web/ui/Text.module.css';
import styles from './CheckboxField.module.css';
import { cx } from '../cx.ts';

export interface CheckboxFieldProps extends ComponentProps<'input'> {
  /** May hold links, e.g. to the terms. */
  label: ReactNode;
  error?: string | undefined;
  /** Shown and announced as a switch: for settings that apply at once. */
  asSwitch?: boolean;
}

/** A tick with its label; the whole line is its target. */
export function CheckboxField({ label, error, asSwitch, className, ...rest }: CheckboxFieldProps) {
  const errorId = useId();
  return (
    <div className={className}>
      <label className={cx(styles.line, asSwitch && styles.spread)}>
        <input
          {...rest}
          type="checkbox"
          role={asSwitch ? 'switch' : undefined}
          className={asSwitch ? styles.switch : styles.tick}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p className={textStyles.error} id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
}

/** On or off, at once. */
export function Switch(props: Omit<CheckboxFieldProps, 'asSwitch'>) {
  return <CheckboxField {...props} asSwitch />;
}
