import type { PaperInstrument, PaperQuote } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { cx } from '#web/ui/cx.ts';
import { trendOf } from '#web/ui/figures/trend.ts';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { useTerminal } from './terminal.ts';
import { useInstruments, useQuotes } from './terminal-queries.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './WatchList.module.css';

/** Every instrument with bid and ask; a native group of radios, so that arrow keys walk through it. */
export function WatchList({ className }: { className: string | undefined }) {
  const t = useText();
  const { symbol, selectSymbol } = useTerminal();
  const instruments = useInstruments().data?.instruments ?? [];
  const quotes = new Map(useQuotes().data?.quotes.map((quote) => [quote.symbol, quote]));
  return (
    <Card title={t('terminal.part_watchlist')} flush className={className}>
      <div className={cx(styles.row, styles.head)} aria-hidden>
        <span>{t('terminal.instrument')}</span>
        <span>{t('terminal.bid')}</span>
        <span>{t('terminal.ask')}</span>
      </div>
      <div role="radiogroup" aria-label={t('terminal.part_watchlist')}>
        {instruments.map((instrument) => (
          <label key={instrument.symbol} className={styles.row}>
            <input
              type="radio"
              name="instrument"
              checked={instrument.symbol === symbol}
              onChange={() => selectSymbol(instrument.symbol)}
            />
            <Row instrument={instrument} quote={quotes.get(instrument.symbol)} />
          </label>
        ))}
      </div>
    </Card>
  );
}

function Row({ instrument, quote }: { instrument: PaperInstrument; quote: PaperQuote | undefined }) {
  const t = useText();
  const format = useFormat();
  const isAsleep = !instrument.is_open || quote?.is_stale;
  return (
    <>
      <span className={styles.name}>
        <bdi>{instrument.symbol}</bdi>
        <span className={textStyles.soft}>
          {isAsleep
            ? t(instrument.is_open ? 'terminal.stale' : 'terminal.closed')
            : quote && <Delta text={format.change(quote.change_percent)} trend={trendOf(quote.change_percent)} />}
        </span>
      </span>
      <LivePrice price={quote?.bid} />
      <LivePrice price={quote?.ask} />
    </>
  );
}

function LivePrice({ price }: { price: string | undefined }) {
  const format = useFormat();
  return <span className={styles.price}>{price && <Flash text={format.price(price)} />}</span>;
}
