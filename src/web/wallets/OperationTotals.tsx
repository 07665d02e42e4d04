import type { OperationsPage } from '#contract/wallets.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Delta } from '#web/ui/Amount.tsx';
import styles from './OperationTotals.module.css';

/** What all operations that meet the filter add up to, those on later pages too. */
export function OperationTotals({
  totals: { count, in: came, out: went },
  currency,
}: {
  totals: NonNullable<OperationsPage['totals']>;
  currency: string;
}) {
  const t = useText();
  const format = useFormat();
  const signed = (amount: string) => format.money(amount, currency, { signed: true });
  return (
    <dl className={styles.totals} aria-live="polite">
      <div>
        <dt>{t('wallets.operations_title')}</dt>
        <dd>{format.number(count)}</dd>
      </div>
      <div>
        <dt>{t('wallets.totals_in')}</dt>
        <dd>
          <Delta text={signed(came)} trend={/[1-9]/.test(came) ? 'up' : 'flat'} />
        </dd>
      </div>
      <div>
        <dt>{t('wallets.totals_out')}</dt>
        <dd>
          <Delta text={signed(`-${went}`)} trend={/[1-9]/.test(went) ? 'down' : 'flat'} />
        </dd>
      </div>
    </dl>
  );
}
