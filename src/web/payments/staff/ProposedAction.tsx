import type { StuckTransfer } from '#contract/transfers-staff.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import styles from '../PaymentForms.module.css';

/** What one of the staff says became of a transfer, and what shows it. */
export function Proposal({ proposal: { outcome, by, note } }: { proposal: NonNullable<StuckTransfer['proposal']> }) {
  const t = useText();
  return (
    <div>
      <p>{t(`payments.outcome_${outcome}`)}</p>
      <p className={styles.soft}>
        <bdi>{by}</bdi>
      </p>
      <p className={styles.soft} dir="auto">
        {note}
      </p>
    </div>
  );
}
