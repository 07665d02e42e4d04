import type { PaymentInfo } from '#contract/payments.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { Step, Steps } from '#web/ui/Steps.tsx';

/**
 * The states that a payment has had, with their times; the last one is the state it is in, under the same name as its
 * badge, with who acts next and until when. Then the states that follow when all goes well.
 */
export function StepsList({ info: { steps, payment, ahead } }: { info: PaymentInfo }) {
  const t = useText();
  const { next } = payment;
  const isCurrent = (place: number) => next !== null && place === steps.length - 1;
  return (
    <Steps>
      {steps.map(({ state, at, by }, place) => (
        <Step
          key={`${state}-${at}`}
          look={isCurrent(place) ? 'next' : 'done'}
          more={
            <>
              <span>{t(`payments.by_${by}`)}</span>
              <span>
                <When at={at} />
              </span>
              {isCurrent(place) && next && <NextActor next={next} />}
            </>
          }
        >
          {t(`payments.state_${state}`)}
        </Step>
      ))}
      {ahead.map((state) => (
        <Step key={state} look="ahead">
          {t(`payments.state_${state}`)}
        </Step>
      ))}
    </Steps>
  );
}

function NextActor({ next: { who, by } }: { next: NonNullable<PaymentInfo['payment']['next']> }) {
  const t = useText();
  return (
    <>
      <span>{t(`payments.who_${who}`)}</span>
      {by && (
        <span>
          <When at={by} within="payments.until" />
        </span>
      )}
    </>
  );
}
