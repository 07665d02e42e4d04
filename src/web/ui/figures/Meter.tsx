import styles from './Meter.module.css';

export interface MeterProps {
  label: string;
  /** How much of `max` is reached, in any unit. */
  value: number;
  max: number;
  /** The value in words, e.g. "3,200 of 5,000 USD". */
  valueText: string;
  /** A limit on the way, in the same unit. */
  mark?: number;
}

/** How far something has come: a tier, a level, a part of a whole. */
export function Meter({ label, value, max, valueText, mark }: MeterProps) {
  const percentOf = (part: number) => (max > 0 ? Math.min(100, Math.max(0, (part / max) * 100)) : 0);
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={valueText}
    >
      <div className={styles.part} style={{ inlineSize: `${percentOf(value)}%` }} />
      {mark !== undefined && <div className={styles.mark} style={{ insetInlineStart: `${percentOf(mark)}%` }} />}
    </div>
  );
}
