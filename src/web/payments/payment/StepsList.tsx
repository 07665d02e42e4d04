import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

/** More steps than these stand one under another. */
const mostInLine = 8;

/**
 * The states that a payment has had, with their times; the last one is the state it is in. Then the states that follow
 * when all goes well.
 */
export function StatusHistory({ info: { history, payment, ahead } }: { info: PaymentInfo }) {
  const t = useText();
  const { next } = payment;
  const isCurrent = (index: number) => next !== null && index === history.length - 1;
  return (
    <Steps track={history.length + ahead.length <= mostInLine}>
      {history.map(({ state, at, by }, index) => (
        <Step
          key={`${state}-${at}`}
          state={isCurrent(index) ? 'next' : 'done'}
          more={
            <>
              <span>{t(`payments.by_${by}`)}</span>
              <span>
                <DateTime at={at} />
              </span>
            </>
          }
        >
          {t(`payments.state_${state}`)}
        </Step>
      ))}
      {ahead.map((state) => (
        <Step key={state} state="ahead">
          {t(`payments.state_${state}`)}
        </Step>
      ))}
    </Steps>
  );
}

/** Who acts next, and until when. */
export function NextActor({ next: { who, by } }: { next: NonNullable<PaymentInfo['payment']['next']> }) {
  const t = useText();
  return (
    <span className={flowStyles.facts}>
      <span>{t(`payments.who_${who}`)}</span>
      {by && (
        <span>
          <DateTime at={by} within="payments.until" />
        </span>
      )}
    </span>
  );
}
