import { useFormat } from '../i18n/format.ts';
import { useNearDay } from '../i18n/near-day.ts';
import styles from './CashMarks.module.css';

interface CashMarksProps {
  /** Without gaps, the oldest first; what came in on a day, or, negative, went out. */
  days: readonly { on: string; flow: string }[];
  currency: string;
}

/** Where cash came in or went out along the time of a chart, so that it is not taken for a gain or a loss. */
export function CashMarks({ days, currency }: CashMarksProps) {
  const format = useFormat();
  const dayText = useNearDay();
  return days.map(({ on, flow }, index) => {
    if (!/[1-9]/.test(flow)) return null;
    const text = `${dayText(on)} · ${format.symbol(flow, currency, { signed: true })}`;
    return (
      <span
        key={on}
        className={styles.mark}
        style={{ insetInlineStart: `${(index / Math.max(1, days.length - 1)) * 100}%` }}
        role="img"
        aria-label={text}
        title={text}
      >
        {flow.startsWith('-') ? '▼' : '▲'}
      </span>
    );
  });
}
