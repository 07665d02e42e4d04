import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import { icon } from '../icon.ts';
import { IconButton } from '../IconButton.tsx';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps extends ComponentProps<'input'>, FieldProps {
  /** Label of the button while the password is hidden. */
  showLabel: string;
  /** Label of the button while the password is readable. */
  hideLabel: string;
}

/** A password that its owner may read while typing. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordField({ label, hint, error, className, showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [readable, setReadable] = useState(false);
  const frame = { label, hint, error, className, id: rest.id, required: rest.required };
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.frame}>
          <input
            spellCheck={false}
            autoCapitalize="off"
            {...rest}
            {...control}
            type={readable ? 'text' : 'password'}
            dir="ltr"
          />
          <IconButton
            className={styles.toggle}
            label={readable ? hideLabel : showLabel}
            onClick={() => setReadable(!readable)}
          >
            {readable ? <EyeOff {...icon} /> : <Eye {...icon} />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
