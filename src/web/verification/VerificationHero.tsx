import type { VerificationShown } from '#contract/verification/endpoints.ts';
import type { Need } from '#contract/verification/names.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useResendVerification } from '#web/platform/session/use-resend-verification.ts';
import { Button } from '#web/ui/Button.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { LevelRing } from './LevelRing.tsx';
import { minutesOf, nextStep, stepsOf, type VerificationStep } from './steps/steps.ts';
import { useLimitTexts } from './use-limit-texts.ts';
import styles from './Verification.module.css';

/** The level that is reached, and what the client does next for another one. */
export function VerificationHero({ shown }: { shown: VerificationShown }) {
  const steps = stepsOf(shown);
  const next = nextStep(shown, steps);
  return (
    <div className={styles.hero}>
      <LevelRing level={shown.level} top={topOf(shown)} />
      <Hero sentence {...useSentence(shown, steps, next)} acts={next && <NextAct need={next.need} />} />
    </div>
  );
}

const topOf = ({ level, levels }: VerificationShown) => levels.at(-1)?.level ?? level;

/** What stands large, and the line that explains it. */
function useSentence(shown: VerificationShown, steps: VerificationStep[], next: VerificationStep | undefined) {
  const t = useText();
  const textsOf = useLimitTexts();
  const reached = shown.levels.find(({ level }) => level === shown.level);
  const label = t('verification.level_of', { level: shown.level, top: topOf(shown) });
  if (next) {
    const minutes = minutesOf[next.need];
    const isLeft = ({ level, state }: VerificationStep) =>
      level !== undefined && level <= (next.level ?? 0) && (state === 'open' || state === 'again');
    return {
      label,
      value: t(`verification.next_${next.need}`),
      meaning:
        next.state === 'again'
          ? t('verification.next_again', { minutes })
          : t('verification.next_meaning', { count: steps.filter(isLeft).length, level: next.level ?? 0, minutes }),
    };
  }
  if (shown.set_by_hand)
    return {
      label: t('profile.verification_title'),
      value: label,
      meaning: t('verification.by_hand'),
    };
  const waits = (of: (need: Need) => boolean) => steps.some(({ need, state }) => state === 'waiting' && of(need));
  if (waits((need) => need !== 'phone'))
    return { label, value: t('verification.reviewing'), meaning: <ReviewDue at={shown.review_due_at} /> };
  if (waits((need) => need === 'phone'))
    return { label, value: t('verification.phone_waits'), meaning: <ReviewDue at={shown.review_due_at} /> };
  if (steps.some(({ state }) => state === 'refused'))
    return { label: t('profile.verification_title'), value: label, meaning: t('verification.refused_finally') };
  return { label, value: t('verification.all_done'), meaning: reached && textsOf(reached).join(' · ') };
}

/** By when staff decide, if that is known; nothing is promised for a time that has passed. */
export function ReviewDue({ at }: { at: string | null }) {
  const t = useText();
  const now = useNow();
  if (at === null) return null;
  if (new Date(at) <= now) return t('verification.review_late');
  return <DateTime at={at} within="verification.review_until" />;
}

function NextAct({ need }: { need: Need }) {
  const t = useText();
  const { isBusy, resend } = useResendVerification();
  if (need === 'email')
    return (
      <Button variant="primary" busy={isBusy} onClick={resend}>
        {t('shell.verify_email_resend')}
      </Button>
    );
  return (
    <Button variant="primary" onClick={() => goTo(need)}>
      {t('verification.continue')}
    </Button>
  );
}

/** To the first field of the step, which is unfolded as long as it is the next one, unless the client has folded it. */
function goTo(need: Need): void {
  const step = document.getElementById(need);
  const field = step?.querySelector<HTMLElement>('[data-body] :is(input, select, button):not(:disabled)');
  const target = field?.checkVisibility() ? field : step?.querySelector<HTMLElement>('button');
  if (target !== field) target?.click();
  step?.scrollIntoView({ block: 'start' });
  target?.focus({ preventScroll: true });
}
