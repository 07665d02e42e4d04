import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';
import { steps, type SetupStep } from './draft.ts';
import styles from './Setup.module.css';

interface SetupFrameProps {
  title: string;
  step: SetupStep;
  children: ReactNode;
}

/** Title and steps beside the sheet; above it on a phone, where a line shows the progress. */
export function SetupFrame({ title, step, children }: SetupFrameProps) {
  const t = useText();
  const at = steps.indexOf(step);
  return (
    <div className={styles.setup}>
      <header className={styles.about}>
        <h1>{title}</h1>
        <p className={styles.intro}>{t('setup.intro')}</p>
        <nav className={styles.steps} aria-label={t('setup.steps')}>
          <Steps>
            {steps.map((each, index) => (
              <Step key={each} state={index < at ? 'done' : index === at ? 'next' : 'ahead'}>
                {t(`setup.step_${each}`)}
              </Step>
            ))}
          </Steps>
        </nav>
        <p className={styles.progress}>{t('setup.progress', { step: at + 1, count: steps.length })}</p>
      </header>
      <div className={styles.sheet}>{children}</div>
    </div>
  );
}
