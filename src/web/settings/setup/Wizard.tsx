import { useEffect, useRef } from 'react';
import type { User } from '#contract/auth.ts';
import { setupFields } from '#contract/setup-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { AdministratorStep } from './AdministratorStep.tsx';
import { steps, useDraft, type Draft, type Look } from './draft.ts';
import { MailStep } from './EmailStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import styles from './Setup.module.css';

interface WizardProps {
  token: string;
  look: Look;
  /** The house is open, and he is signed in. */
  onOpened: (administrator: User) => void;
}

/** What every step is handed. */
export interface StepProps {
  token: string;
  look: Look;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  onBack: (() => void) | undefined;
  onNext: () => void;
}

/** The steps, one after another. Nothing is kept by the server before the last one. */
export function Wizard({ token, look, onOpened }: WizardProps) {
  const t = useText();
  const [draft, change] = useDraft(look);
  const { step } = draft;
  const at = steps.indexOf(step);
  const heading = useHeadingOf(step);
  const go = (by: number) => change({ step: steps[at + by] ?? step });
  const props: StepProps = {
    token,
    look,
    draft,
    change,
    onBack: at > 0 ? () => go(-1) : undefined,
    onNext: () => go(1),
  };
  return (
    <SetupFrame title={t('setup.title')} step={step}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t(`setup.step_${step}`)}
        </h2>
        <p className={styles.intro}>{t(`setup.${step}_intro`)}</p>
      </header>
      {step === 'mail' && <MailStep {...props} />}
      {step === 'administrator' && <AdministratorStep {...props} onOpened={onOpened} />}
      {step !== 'mail' && step !== 'administrator' && <SettingsStep key={step} {...props} fields={setupFields[step]} />}
    </SetupFrame>
  );
}

/** Whoever goes on to another step begins at its heading, by eye and by ear. */
function useHeadingOf(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [step]);
  return heading;
}
