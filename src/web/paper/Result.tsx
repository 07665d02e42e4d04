import { cx } from '#web/ui/cx.ts';
import { trendOf } from '#web/ui/figures/trend.ts';
import { usePlain } from './use-plain.ts';
import styles from './Result.module.css';

/** What something came to or would come to, in the account's currency: the only thing here that is green or red. */
export function Result({ amount, className }: { amount: string; className?: string | undefined }) {
  const plain = usePlain();
  return <bdi className={cx(styles.result, styles[trendOf(amount)], className)}>{plain.change(amount)}</bdi>;
}
