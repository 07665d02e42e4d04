import { Check, Circle, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PaymentInfo } from '#contract/payments.ts';
import { useText } from '#web/platform/i18n.tsx';
import { When } from '#web/platform/When.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './StepsList.module.css';

/** What happened with its times, who acts next and until when, and what follows when all goes well. */
export function StepsList({ info: { steps, payment, ahead } }: { info: PaymentInfo }) {
  const t = useText();
  const { next } = payment;
  return (
    <ol className={styles.steps}>
      {steps.map(({ state, at, by }) => (
        <Step key={`${state}-${at}`} mark={<Check size={16} aria-hidden />} look="done">
          <p>{t(`payments.state_${state}`)}</p>
          <p className={styles.more}>
            <span>{t(`payments.by_${by}`)}</span>
            <span>
              <When at={at} />
            </span>
          </p>
        </Step>
      ))}
      {next && (
        <Step mark={<CircleDot size={16} aria-hidden />} look="next" current>
          <p>{t(`payments.state_${next.state}`)}</p>
          <p className={styles.more}>
            <span>{t(`payments.who_${next.who}`)}</span>
            {next.by && (
              <span>
                <When at={next.by} within="payments.until" />
              </span>
            )}
          </p>
        </Step>
      )}
      {ahead.map((state) => (
        <Step key={state} mark={<Circle size={16} aria-hidden />} look="ahead">
          <p>{t(`payments.state_${state}`)}</p>
        </Step>
      ))}
    </ol>
  );
}

interface StepProps {
  mark: ReactNode;
  look: 'done' | 'next' | 'ahead';
  current?: boolean;
  children: ReactNode;
}

function Step({ mark, look, current, children }: StepProps) {
  return (
    <li className={cx(styles.step, styles[look])} aria-current={current ? 'step' : undefined}>
      <span className={styles.mark}>{mark}</span>
      <div>{children}</div>
    </li>
  );
}
