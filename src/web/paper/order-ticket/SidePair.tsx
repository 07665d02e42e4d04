import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { usePreferences } from '../preferences.ts';
import { useTerminal } from '../terminal.ts';
import { useInstrument, useIsOpen } from '../terminal-queries.ts';
import { spreadPoints } from './input.ts';
import styles from './SidePair.module.css';
import { useTicket } from './ticket.ts';

const sides = ['sell', 'buy'] as const;

/**
 * Sell at the bid, buy at the ask, and the spread between them. They choose the side of the order below; where the
 * person has switched one click on, they place it.
 * @param onAsk does something else than choosing, as opening the order's fields
 */
export function SidePair({ onAsk }: { onAsk?: (side: 'buy' | 'sell') => void }) {
  const t = useText();
  const format = useFormat();
  const { symbol } = useTerminal();
  const { instrument, quote } = useInstrument();
  const { side, setSide, place, form } = useTicket();
  const { one_click: isOneClick } = usePreferences().preferences;
  const isOpen = useIsOpen(symbol);
  const prices = { sell: quote?.bid, buy: quote?.ask };
  const isButton = isOneClick || onAsk !== undefined;
  const press = (value: 'buy' | 'sell') => {
    setSide(value);
    if (isOneClick) place(value)();
    else onAsk?.(value);
  };
  const faceOf = (value: 'buy' | 'sell') => (
    <>
      <span className={styles.word}>{t(`terminal.${value}`)}</span>
      <span className={styles.price}>{prices[value] && <Flash text={format.price(prices[value])} />}</span>
    </>
  );
  return (
    <div className={cx(styles.pair, isButton && styles.acting)}>
      <div
        className={styles.sides}
        role={isButton ? 'group' : 'radiogroup'}
        aria-label={t('terminal.side')}
        aria-busy={form.busy || undefined}
      >
        {sides.map((value) =>
          isButton ? (
            <button
              key={value}
              type="button"
              data-key={value}
              className={cx(styles.side, styles[value])}
              disabled={!isOpen}
              onClick={() => press(value)}
            >
              {faceOf(value)}
            </button>
          ) : (
            <label key={value} className={cx(styles.side, styles[value])}>
              <input
                type="radio"
                name="side"
                data-key={value}
                checked={side === value}
                disabled={!isOpen}
                onChange={() => setSide(value)}
              />
              {faceOf(value)}
            </label>
          ),
        )}
      </div>
      {quote && instrument && (
        <span className={styles.spread} title={t('terminal.spread')}>
          <bdi>{format.number(spreadPoints(quote, instrument.digits))}</bdi>
        </span>
      )}
    </div>
  );
}
