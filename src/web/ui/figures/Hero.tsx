import type { ReactNode } from 'react';
import styles from './Hero.module.css';

interface HeroProps {
  /** What the figure is called; small, above it. */
  label: ReactNode;
  value: ReactNode;
  /** One line that says what the figure means. */
  meaning?: ReactNode;
  /** An `ActionBar`, beside the figure where there is space. */
  acts?: ReactNode;
  /** What the figure is made of, or how it came there. */
  children?: ReactNode;
}

/** What the eye meets first on a screen: one figure, one line, the acts on it. */
export function Hero({ label, value, meaning, acts, children }: HeroProps) {
  return (
    <section className={styles.hero}>
      <div className={styles.head}>
        <div className={styles.text}>
          <div className={styles.label}>{label}</div>
          <p className={styles.value}>{value}</p>
          {meaning && <p className={styles.meaning}>{meaning}</p>}
        </div>
        {acts}
      </div>
      {children}
    </section>
  );
}
