import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { Sum } from '#web/platform/i18n/Money.tsx';
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

/** Parts of a whole: a bar for each, with the amount and the percentage in figures. */
export function Shares({ shares }: { shares: readonly Share[] }) {
  const format = useFormat();
  return (
    <ul className={flowStyles.stack}>
      {shares.map(({ key, name, usd, percent, hint }) => (
        <li key={key}>
          <p className={styles.line}>
            <span>{name}</span>
            <strong>
              <Sum amount={usd} currency="USD" />
            </strong>
          </p>
          <div className={styles.bar} aria-hidden>
            {/* Only the drawing takes the percentage as a float. */}
            <div className={styles.part} style={{ inlineSize: `${Math.min(100, Number(percent))}%` }} />
          </div>
          <p className={styles.hint}>
            <span>{hint}</span>
            <bdi>{format.share(percent)}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The place of `count` shares. */
export function SharesSkeleton({ count }: { count: number }) {
  return (
    <div className={flowStyles.stack}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton width="60%" />
          <div className={styles.bar} />
          <Skeleton width="30%" />
        </div>
      ))}
    </div>
  );
}
