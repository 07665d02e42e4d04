import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/api.ts';
import { marketChannels, type PriceNews } from '#contract/market/names.ts';
import { read } from '#web/platform/api/read.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { live } from '#web/platform/realtime/live.ts';
import { withNews } from '#web/platform/realtime/price-updates.ts';
import { windowConfig } from '#web/platform/window-config.ts';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Flash } from '#web/ui/figures/Flash.tsx';
import styles from './TickerTape.module.css';
import { TickerWidget } from './TickerWidget.tsx';

type Ticker = ResponseOf<'GET /api/market/ticker'>;
type Quote = Ticker['quotes'][number];

const everyMs = 5000;
const received = {
  channel: marketChannels.ticker,
  event: 'quotes',
  take: (known: Ticker, update: { quotes: PriceNews[] }): Ticker => ({
    ...known,
    quotes: withNews(known.quotes, update.quotes, (quote, { bid, change_percent, is_open, is_stale }) => ({
      ...quote,
      price: bid,
      change_percent,
      is_open,
      is_stale,
    })),
  }),
};

/** The market at a glance: our own tape, or the widget that the operator has set. */
export function TickerTape() {
  const { tickerWidget } = windowConfig;
  return tickerWidget ? <TickerWidget address={tickerWidget} /> : <EmbeddedTape />;
}

/** Five instruments with their change since yesterday's close. */
function EmbeddedTape() {
  const t = useText();
  // Instruments are named in the language of the call.
  const queryKey = ['ticker', useLanguage()];
  const { data } = useQuery(
    live({ queryKey, queryFn: () => read('GET /api/market/ticker', {}, { loader: false }) }, everyMs, received),
  );
  return (
    // A phone's width scrolls it sideways, which the keyboard can do only where the focus can be.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tape} aria-label={t('shell.market')} tabIndex={0}>
      <ul>
        {data?.simulated && (
          <li>
            <span className={styles.name}>{t('shell.simulated')}</span>
          </li>
        )}
        {data?.quotes.map((quote) => (
          <TickerItem key={quote.symbol} quote={quote} />
        ))}
      </ul>
    </section>
  );
}

function TickerItem({ quote }: { quote: Quote }) {
  const t = useText();
  const format = useFormat();
  const change = format.change(quote.change_percent);
  return (
    <li className={cx(quote.is_stale && styles.stale)}>
      {!quote.is_open && (
        <span
          className={styles.closed}
          role="img"
          aria-label={t('shell.market_closed')}
          title={t('shell.market_closed')}
        />
      )}
      <span className={styles.name}>{quote.name}</span>
      <Flash text={format.price(quote.price)} />
      {quote.is_stale && <Badge tone="warning">{t('shell.price_stale')}</Badge>}
      <span className={styles.change}>
        <Delta trend={trendOf(quote.change_percent)} text={change} />
      </span>
    </li>
  );
}

function trendOf(change: string): 'up' | 'down' | 'flat' {
  if (/^-?0*\.?0*$/.test(change)) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
}
