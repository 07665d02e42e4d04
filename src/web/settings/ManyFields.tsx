import type { ReactNode } from 'react';
import textStyles from '#web/ui/Text.module.css';
import styles from './Settings.module.css';

interface ManyFieldsProps {
  hint?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

/** The fields of a setting that has several, under what it is for and why it was refused. */
export function ManyFields({ hint, error, children }: ManyFieldsProps) {
  return (
    <div className={styles.form}>
      {hint && <p className={textStyles.soft}>{hint}</p>}
      {error && (
        <p className={textStyles.error} role="alert">
          {error}
        </p>
      )}
      {children}
    </div>
  );
}
