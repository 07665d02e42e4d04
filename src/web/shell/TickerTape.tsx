import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { useLanguage } from '#web/platform/language.ts';
import { live } from '#web/platform/live.ts';
import { Delta } from '#web/ui/Amount.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './TickerTape.module.css';

type Quote = AnswerOf<'GET /api/market/ticker'>['quotes'][number];

const everyMs = 5000;

/** The market at a glance: five instruments with their change since yesterday's close. */
export function TickerTape() {
  const t = useText();
  // Instruments are named in the language of the call.
  const queryKey = ['ticker', useLanguage()];
  const { data } = useQuery(
    live({ queryKey, queryFn: () => call('GET /api/market/ticker', {}, { loader: false }) }, everyMs),
  );
  return (
    // A phone's width scrolls it sideways, which the keyboard can do only where the focus can be.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tape} aria-label={t('shell.market')} tabIndex={0}>
      <ul>
        {data?.quotes.map((quote) => (
          <TickerItem key={quote.symbol} quote={quote} />
        ))}
        {data?.simulated && (
          <li>
            <Badge>{t('shell.simulated')}</Badge>
          </li>
        )}
      </ul>
    </section>
  );
}

function TickerItem({ quote }: { quote: Quote }) {
  const format = useFormat();
  return (
    <li>
      <span className={styles.name}>{quote.name}</span>
      <bdi>{format.price(quote.price)}</bdi>
      <Delta trend={trendOf(quote.change_percent)} text={format.percent(quote.change_percent, { signed: true })} />
    </li>
  );
}

function trendOf(change: string): 'up' | 'down' | 'flat' {
  if (/^-?0*\.?0*$/.test(change)) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
}
