import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Hero.module.css';

interface HeroProps {
  /** What the figure is called; small, above it. */
  label: ReactNode;
  value: ReactNode;
  /** It is a sentence, which is smaller than a figure. */
  sentence?: boolean;
  /** One line that says what it means. */
  meaning?: ReactNode;
  /** An `ActionBar`, beside the figure where there is space. */
  acts?: ReactNode;
  /** What the figure is made of, in short: at the end of its line where there is space. */
  end?: ReactNode;
  /** How it came there, over the whole width. */
  children?: ReactNode;
}

/** What the eye meets first on a screen: one figure or sentence, one line, the acts on it. */
export function Hero({ label, value, sentence, meaning, acts, end, children }: HeroProps) {
  return (
    <section className={styles.hero}>
      <div className={styles.head}>
        <div className={styles.text}>
          <div className={styles.label}>{label}</div>
          <p className={cx(styles.value, sentence && styles.sentence)}>{value}</p>
          {meaning && <p className={styles.meaning}>{meaning}</p>}
        </div>
        {acts}
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {children}
    </section>
  );
}
