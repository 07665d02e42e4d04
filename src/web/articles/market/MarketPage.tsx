import { useQuery } from '@tanstack/react-query';
import type { Quote } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { StaleMark } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { State } from '#web/ui/State.tsx';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { Columns } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { AnalyticsFrame } from '../AnalyticsFrame.tsx';
import { ChartCard } from './chart/ChartCard.tsx';
import { useChart } from './chart/use-chart.ts';
import { DayLine } from './DayLine.tsx';
import { instrumentsQuery, quotesQuery } from './market-queries.ts';
import styles from './Market.module.css';
import { movers } from './movers.ts';

const chartId = 'chart';

/** One instrument over time, and what rises and what falls today. */
export function MarketPage() {
  const t = useText();
  const quotes = useQuery(quotesQuery);
  const simulated = quotes.data?.simulated;
  return (
    <AnalyticsFrame
      actions={
        <>
          <StaleMark query={quotes} />
          {simulated && <Badge>{t('articles.simulated')}</Badge>}
        </>
      }
    >
      <ChartCard id={chartId} />
      <Columns wide>
        <MoversCard direction="up" />
        <MoversCard direction="down" />
      </Columns>
      <p className={styles.hint}>{t('articles.market_hint')}</p>
    </AnalyticsFrame>
  );
}

function MoversCard({ direction }: { direction: 'up' | 'down' }) {
  const t = useText();
  const query = useQuery(quotesQuery);
  return (
    <QueryCard
      query={query}
      title={t(direction === 'up' ? 'articles.gainers' : 'articles.losers')}
      flush
      skeleton={<SkeletonRows count={5} />}
    >
      {({ quotes }) => {
        const moved = movers(quotes, direction);
        if (moved.length === 0)
          return (
            <p className={styles.none}>{t(direction === 'up' ? 'articles.none_rising' : 'articles.none_falling')}</p>
          );
        return (
          <ul>
            {moved.map((quote) => (
              <Mover key={quote.symbol} quote={quote} />
            ))}
          </ul>
        );
      }}
    </QueryCard>
  );
}

function Mover({ quote }: { quote: Quote }) {
  const t = useText();
  const format = useFormat();
  const { show } = useChart();
  const { data } = useQuery(instrumentsQuery(useLanguage()));
  const { symbol, bid, change_percent: change, is_open: isOpen } = quote;
  const name = data?.instruments.find((each) => each.symbol === symbol)?.name ?? symbol;
  const trend = trendOf(change);
  return (
    <li className={styles.mover}>
      <span className={styles.name}>
        <button
          type="button"
          className={styles.open}
          onClick={() => {
            show({ symbol });
            document.getElementById(chartId)?.scrollIntoView();
          }}
        >
          <bdi>{name}</bdi>
        </button>
        {!isOpen && <State>{t('articles.closed')}</State>}
      </span>
      <DayLine symbol={symbol} trend={trend} />
      <span className={styles.figures}>
        <Flash text={format.price(bid)} />
        <Delta trend={trend} text={format.change(change)} />
      </span>
    </li>
  );
}
