import { useQuery } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Delta } from '#web/ui/Amount.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import styles from './TickerTape.module.css';

const refetchMs = 5000;

/** The market at a glance: five instruments with their change since yesterday's close. */
export function TickerTape() {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['ticker'],
    queryFn: () => call('GET /api/market/ticker', {}, { loader: false }),
    refetchInterval: refetchMs,
  });
  return (
    // A phone's width scrolls it sideways, which the keyboard can do only where the focus can be.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.tape} aria-label={t('shell.market')} tabIndex={0}>
      <ul>
        {data?.quotes.map((quote) => (
          <li key={quote.symbol}>
            <span className={styles.name}>{t(`shell.instrument_${quote.symbol}`)}</span>
            <bdi>{format.number(quote.price, quote.symbol === 'EURUSD' ? 5 : 2)}</bdi>
            <Delta
              trend={trendOf(quote.change_percent)}
              text={format.percent(quote.change_percent, { signed: true })}
            />
          </li>
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

function trendOf(change: string): 'up' | 'down' | 'flat' {
  if (/^-?0*\.?0*$/.test(change)) return 'flat';
  return change.startsWith('-') ? 'down' : 'up';
}
