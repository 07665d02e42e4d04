import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { phasesOf } from './phases.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

/** The way of the money from what was asked to where it arrived: a step for each of `phasesOf`. */
export function StatusTrack({ info }: { info: PaymentInfo }) {
  const t = useText();
  const { past, ahead } = phasesOf(info);
  const isCurrent = (index: number) => info.payment.next !== null && index === past.length - 1;
  return (
    <Steps track>
      {past.map(({ state, at }, index) => (
        <Step key={`${state}-${at}`} state={isCurrent(index) ? 'next' : 'done'} more={<DateTime at={at} as="brief" />}>
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

/** Every state that a payment has had, with who brought it there and when. */
export function StatusHistory({ info: { history } }: { info: PaymentInfo }) {
  const t = useText();
  return (
    <Steps>
      {history.map(({ state, at, by }) => (
        <Step
          key={`${state}-${at}`}
          state="done"
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
