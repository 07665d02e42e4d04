import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { ShareBar, ShareDot } from '#web/ui/figures/StackBar.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './Shares.module.css';

export interface Share {
  key: string;
  name: string;
  /** USD, a decimal string. */
  usd: string;
  /** Of the whole, a decimal string. */
  percent: string;
  /** Beside the name, such as the amount in the own currency. */
  hint?: ReactNode;
}

/** Parts of a whole: one bar, and what each is called, comes to, and is of it. */
export function Shares({ shares }: { shares: readonly Share[] }) {
  const format = useFormat();
  return (
    <div className={flowStyles.stack}>
      {/* Only the drawing takes the percentage as a float. */}
      <ShareBar parts={shares.map(({ key, percent }) => ({ key, percent: Number(percent) }))} />
      <ul className={flowStyles.stack12}>
        {shares.map(({ key, name, usd, percent, hint }, index) => (
          <li key={key} className={styles.share}>
            <ShareDot index={index} />
            <span>{name}</span>
            <strong>
              <Sum amount={usd} currency="USD" />
            </strong>
            <span className={styles.hint}>{hint}</span>
            <bdi className={styles.hint}>{format.share(percent)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The place of `count` shares. */
export function SharesSkeleton({ count }: { count: number }) {
  return (
    <div className={flowStyles.stack}>
      <ShareBar parts={[]} />
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton width="60%" />
          <Skeleton width="30%" />
        </div>
      ))}
    </div>
  );
}
