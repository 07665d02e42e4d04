import type { PaymentInfo } from '#contract/payments.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { Step, Steps } from '#web/ui/Steps.tsx';

/** What happened with its times, who acts next and until when, and what follows when all goes well. */
export function StepsList({ info: { steps, payment, ahead } }: { info: PaymentInfo }) {
  const t = useText();
  const { next } = payment;
  return (
    <Steps>
      {steps.map(({ state, at, by }) => (
        <Step
          key={`${state}-${at}`}
          look="done"
          more={
            <>
              <span>{t(`payments.by_${by}`)}</span>
              <span>
                <When at={at} />
              </span>
            </>
          }
        >
          {t(`payments.state_${state}`)}
        </Step>
      ))}
      {next && (
        <Step
          look="next"
          more={
            <>
              <span>{t(`payments.who_${next.who}`)}</span>
              {next.by && (
                <span>
                  <When at={next.by} within="payments.until" />
                </span>
              )}
            </>
          }
        >
          {t(`payments.state_${next.state}`)}
        </Step>
      )}
      {ahead.map((state) => (
        <Step key={state} look="ahead">
          {t(`payments.state_${state}`)}
        </Step>
      ))}
    </Steps>
  );
}
