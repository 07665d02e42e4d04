import type { PaperQuote } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flash } from '#web/ui/figures/Flash.tsx';
import styles from './SideSwitch.module.css';

interface SideSwitchProps {
  side: 'buy' | 'sell';
  onChange: (side: 'buy' | 'sell') => void;
  quote: PaperQuote | undefined;
}

/** Sell at the bid or buy at the ask, each with its price. */
export function SideSwitch({ side, onChange, quote }: SideSwitchProps) {
  const t = useText();
  const format = useFormat();
  const prices = { sell: quote?.bid, buy: quote?.ask };
  return (
    <div className={styles.pair} role="radiogroup" aria-label={t('terminal.side')}>
      {(['sell', 'buy'] as const).map((value) => (
        <label key={value} className={cx(styles.side, styles[value])}>
          <input type="radio" name="side" checked={side === value} onChange={() => onChange(value)} />
          <span>{t(`terminal.${value}`)}</span>
          <span className={styles.price}>{prices[value] && <Flash text={format.price(prices[value])} />}</span>
        </label>
      ))}
    </div>
  );
}
