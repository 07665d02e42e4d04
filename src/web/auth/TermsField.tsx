import { useState } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import { CheckboxField, type CheckboxFieldProps } from '#web/ui/CheckboxField.tsx';
import styles from './TermsField.module.css';
import { TermsDialog } from './TermsDialog.tsx';

/** Consent to the terms, which are there to be read. */
export function TermsField(tick: Omit<CheckboxFieldProps, 'label'>) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={styles.line}>
        <CheckboxField {...tick} label={t('auth.terms_accept')} required />
        <button type="button" className={styles.read} onClick={() => setIsOpen(true)}>
          {t('auth.terms_read')}
        </button>
      </div>
      <TermsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
