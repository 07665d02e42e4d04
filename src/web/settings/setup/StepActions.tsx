import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Setup.module.css';

/** Back and on, at the end of a step. */
export function StepActions({ onBack, children }: { onBack: (() => void) | undefined; children: ReactNode }) {
  const t = useText();
  return (
    <div className={styles.acts}>
      {onBack && <Button onClick={onBack}>{t('common.back')}</Button>}
      {children}
    </div>
  );
}
