import { Star } from 'lucide-react';
import type { PaperInstrument } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { usePreferences } from '../preferences.ts';
import { useTerminal } from '../terminal.ts';
import { useQuote } from '../terminal-queries.ts';
import styles from './WatchList.module.css';

interface WatchRowProps {
  instrument: PaperInstrument;
  starred: boolean;
  onStar: () => void;
  onChosen: (() => void) | undefined;
}

/** One instrument: its star, its name, its price and the day's change. */
export function WatchRow({ instrument: { symbol, name, is_open }, starred, onStar, onChosen }: WatchRowProps) {
  const t = useText();
  const format = useFormat();
  const { symbol: chosen, selectSymbol } = useTerminal();
  const { prefer } = usePreferences();
  const quote = useQuote(symbol);
  const isOpen = quote?.is_open ?? is_open;
  const choose = () => {
    selectSymbol(symbol);
    prefer({ symbol });
  };
  return (
    <div className={cx(styles.row, !isOpen && styles.asleep)}>
      <button
        type="button"
        className={cx(styles.star, starred && styles.starred)}
        aria-pressed={starred}
        aria-label={t('terminal.star', { symbol })}
        title={t('terminal.star', { symbol })}
        onClick={onStar}
      >
        <Star size={14} strokeWidth={1.75} aria-hidden />
      </button>
      <label className={styles.choice}>
        <input
          type="radio"
          name="instrument"
          checked={symbol === chosen}
          onChange={choose}
          // Arrow keys click, too, but only look at one after another.
          onClick={({ detail }) => detail > 0 && onChosen?.()}
        />
        <span className={styles.symbol}>
          <bdi>{symbol}</bdi>
        </span>
        <span className={styles.price}>{quote && <Flash text={format.price(quote.bid)} />}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.change}>
          {!isOpen && t('terminal.closed')}
          {isOpen && quote?.is_stale && t('terminal.stale')}
          {isOpen && quote && !quote.is_stale && (
            <bdi className={styles[trendOf(quote.change_percent)]}>{format.change(quote.change_percent)}</bdi>
          )}
        </span>
      </label>
    </div>
  );
}
