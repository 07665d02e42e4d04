import { useEffect, useRef } from 'react';
import type { User } from '#contract/auth/endpoints.ts';
import { setupFields } from '#contract/settings/setup-names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { AdministratorStep } from './AdministratorStep.tsx';
import { steps, useDraft, type SetupState, type StepProps } from './draft.ts';
import { EmailStep } from './EmailStep.tsx';
import { SettingsStep } from './SettingsStep.tsx';
import { SetupFrame } from './SetupFrame.tsx';
import styles from './Setup.module.css';

interface WizardProps {
  token: string;
  setup: SetupState;
  /** The setup is complete, and the administrator is signed in. */
  onOpened: (administrator: User) => void;
}

/** The steps, one after another. The server stores nothing before the last one. */
export function Wizard({ token, setup, onOpened }: WizardProps) {
  const t = useText();
  const [draft, change] = useDraft(setup);
  const { step } = draft;
  const at = steps.indexOf(step);
  const heading = useHeadingOf(step);
  const go = (by: number) => change({ step: steps[at + by] ?? step });
  const props: StepProps = {
    token,
    setup: setup,
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
      {step === 'email' && <EmailStep {...props} />}
      {step === 'administrator' && <AdministratorStep {...props} onOpened={onOpened} />}
      {step !== 'email' && step !== 'administrator' && (
        <SettingsStep key={step} {...props} fields={setupFields[step]} />
      )}
    </SetupFrame>
  );
}

/** A person who goes to another step starts at its heading, by eye and by screen reader. */
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
