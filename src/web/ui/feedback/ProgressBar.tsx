import { cx } from '../cx.ts';
import styles from './ProgressBar.module.css';

/** The thin bar along the top edge while a screen is on its way. It only draws: `percent` 0–100, or null to fade out. */
export function ProgressBar({ percent, label }: { percent: number | null; label: string }) {
  const shown = percent !== null;
  return (
    <div
      className={cx(styles.bar, shown && styles.shown)}
      style={{ inlineSize: `${percent ?? 100}%` }}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent ?? undefined}
      aria-hidden={!shown}
    />
  );
}
