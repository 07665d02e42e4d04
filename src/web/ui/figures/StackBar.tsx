import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './StackBar.module.css';

interface StackPart {
  key: string;
  label: ReactNode;
  value: ReactNode;
  /** Of the whole, 0 to 100. */
  percent: number;
}

const tintOf = (index: number) => styles[`tint${Math.min(index, 4)}`];

/** The bar alone, where what explains it is beside it. */
export const ShareBar = ({ parts }: { parts: readonly Pick<StackPart, 'key' | 'percent'>[] }) => (
  <div className={styles.bar} aria-hidden>
    {parts.map(
      ({ key, percent }, index) =>
        percent > 0 && <span key={key} className={cx(styles.part, tintOf(index))} style={{ flexGrow: percent }} />,
    )}
  </div>
);

/** Says which part of a `ShareBar` something is. */
export const ShareDot = ({ index }: { index: number }) => (
  <span className={cx(styles.dot, tintOf(index))} aria-hidden />
);

interface StackBarProps {
  parts: readonly StackPart[];
  /** All of it waits for others. */
  waits?: boolean;
}

/** What a whole is made of: one bar, and below it what each part is called and comes to. */
export function StackBar({ parts, waits = false }: StackBarProps) {
  return (
    <div className={cx(styles.stack, waits && styles.waits)}>
      <ShareBar parts={parts} />
      <ul className={styles.legend}>
        {parts.map(({ key, label, value }, index) => (
          <li key={key}>
            <span className={styles.name}>
              <ShareDot index={index} />
              {label}
            </span>
            <span className={styles.value}>{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
