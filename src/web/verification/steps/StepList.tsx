import { Fragment } from 'react';
import type { VerificationShown } from '#contract/verification/endpoints.ts';
import { documentKinds, type DocumentKind, type Need } from '#contract/verification/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { ResendButton } from '#web/profile/ResendButton.tsx';
import { State } from '#web/ui/State.tsx';
import { DocumentStep } from './DocumentStep.tsx';
import { PersonStep } from './PersonStep.tsx';
import { PhoneState } from '../PhoneState.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { ReviewDue } from '../VerificationHero.tsx';
import { StepItem } from './StepItem.tsx';
import { minutesOf, nextStep, stepsOf, type VerificationStep } from './steps.ts';
import { toneOf } from '../document-status.ts';

/** Everything that a client proves, each in a line; the next one is unfolded. */
export function StepList({ shown }: { shown: VerificationShown }) {
  const t = useText();
  const steps = stepsOf(shown);
  const next = nextStep(shown, steps);
  return (
    <ol>
      {steps.map((step, index) => (
        <StepItem
          key={step.need}
          id={step.need}
          number={index + 1}
          name={t(`verification.need_${step.need}`)}
          state={step.state}
          more={<StepLine shown={shown} step={step} />}
          badge={<StepBadge shown={shown} step={step} />}
          due={step.need === next?.need || step.state === 'again'}
        >
          {step.need === 'email'
            ? step.state === 'open' && next?.need !== 'email' && <ResendButton />
            : bodyOf(shown, step)}
        </StepItem>
      ))}
    </ol>
  );
}

const kindOf = (need: Need): DocumentKind | undefined => documentKinds.find((kind) => kind === need);

/** What is behind a line; nothing behind a phone number that is not given yet. */
function bodyOf(shown: VerificationShown, { need, state }: VerificationStep) {
  const kind = kindOf(need);
  if (kind) return <DocumentStep kind={kind} shown={shown} />;
  if (need === 'person') return <PersonStep shown={shown} />;
  if (need === 'profile') return <ProfileStep shown={shown} />;
  return need === 'phone' && shown.person && state !== 'done' && <PhoneState shown={shown} />;
}

function StepBadge({ shown, step: { need, state } }: { shown: VerificationShown; step: VerificationStep }) {
  const t = useText();
  const kind = kindOf(need);
  const status = shown.kinds.find((each) => each.kind === kind)?.status;
  if (state === 'done' || state === 'open') return null;
  if (status && status !== 'required' && status !== 'approved')
    return <State tone={toneOf(status, 'client')}>{t(`verification.state_${status}`)}</State>;
  return state === 'again' ? (
    <State tone="warning">{t('verification.need_is_open')}</State>
  ) : (
    <State tone="others">{t('verification.need_is_waiting')}</State>
  );
}

/** Since when it is done, who acts until when, or how long it takes. */
function StepLine({ shown, step: { need, level, state } }: { shown: VerificationShown; step: VerificationStep }) {
  const t = useText();
  const format = useFormat();
  const user = useSignedIn();
  if (state === 'done') {
    const document = shown.kinds
      .find((each) => each.kind === kindOf(need))
      ?.documents.find((each) => each.state === 'approved');
    const at = {
      person: shown.person?.declared_at,
      profile: shown.profile?.answered_at,
      phone: shown.phone_proof?.at,
    }[need as 'person' | 'profile' | 'phone'];
    const parts = document
      ? [
          document.decided_at
            ? t('verification.approved_on', { day: format.date(document.decided_at) })
            : t('verification.state_approved'),
          document.expires_on && t('verification.valid_until', { day: format.day(document.expires_on) }),
        ]
      : [at ? t('verification.completed_on', { day: format.date(at) }) : t('verification.need_is_done')];
    return parts.filter(Boolean).map((part, index) => (
      <Fragment key={part}>
        {index > 0 && ' · '}
        {part}
      </Fragment>
    ));
  }
  if (state === 'waiting')
    return need === 'phone' ? t('verification.phone_waits') : <ReviewDue at={shown.review_due_at} />;
  if (state === 'refused') return t('verification.refused_finally');
  const [reason] = shown.kinds.find((each) => each.kind === kindOf(need))?.documents[0]?.reasons ?? [];
  if (state === 'again' && reason) return reason.explanation;
  if (need === 'email') return t('verification.email_text', { email: user.email });
  if (need === 'phone' && !shown.person) return t('verification.phone_first');
  if (state === 'open' && (shown.set_by_hand || level === undefined)) return t('verification.optional');
  return t('verification.minutes', { minutes: minutesOf[need] });
}
