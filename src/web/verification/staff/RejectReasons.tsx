import type { ReactNode } from 'react';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import styles from '../Verification.module.css';

/** As many reasons as there are keys of one digit have one. */
export const maxNumbered = 9;

interface RejectReasonsProps {
  reasons: readonly { code: string; explanation: string }[];
  chosen: readonly string[];
  hasKeys: boolean;
  onToggle: (code: string) => void;
}

/** The reasons for a rejection, with the digit that chooses each. */
export function RejectReasons({ reasons, chosen, hasKeys, onToggle }: RejectReasonsProps) {
  return reasons.map(({ code, explanation }, index): ReactNode => {
    const digit = hasKeys && index < maxNumbered ? String(index + 1) : undefined;
    return (
      <CheckboxField
        key={code}
        name="reason"
        label={
          <>
            {digit && (
              <kbd className={styles.digit} aria-hidden>
                {digit}
              </kbd>
            )}
            {explanation}
          </>
        }
        aria-keyshortcuts={digit}
        checked={chosen.includes(code)}
        onChange={() => onToggle(code)}
      />
    );
  });
}
