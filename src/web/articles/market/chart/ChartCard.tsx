import { useQuery } from '@tanstack/react-query';
import { ChartCandlestick, ChevronDown, SearchX } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Candle, Instrument } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { useTheme } from '#web/platform/theme.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { icon } from '#web/ui/icon.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { candlesQuery, instrumentsQuery, quotesQuery } from '../market-queries.ts';
import { CandleTable } from './CandleTable.tsx';
import styles from './Chart.module.css';
import { ChartFigures } from './ChartFigures.tsx';
import { InstrumentDialog } from './InstrumentDialog.tsx';
import { figuresOf, made, periods, upTo, type Period } from './period.ts';
import { useChart } from './use-chart.ts';

// The library that draws is larger than the rest of the screen, which stands before it.
const CandleChart = lazy(async () => ({ default: (await import('#web/paper/CandleChart.tsx')).CandleChart }));

const views = ['candles', 'area', 'table'] as const;
type ChartView = (typeof views)[number];

/** One instrument over a period; the address names it. Movers and the list of all lead here. */
export function ChartCard({ id }: { id: string }) {
  const t = useText();
  const { symbol, period, show } = useChart();
  const [view, setView] = useState<ChartView>('candles');
  const [isChoosing, setIsChoosing] = useState(false);
  const instruments = useQuery(instrumentsQuery(useLanguage()));
  const instrument = instruments.data?.instruments.find((each) => each.symbol === symbol);
  const isUnknown = instruments.data !== undefined && !instrument;
  const candles = useQuery({
    ...candlesQuery(symbol, period),
    enabled: instrument !== undefined || instruments.isError,
  });
  return (
    <Card
      id={id}
      className={styles.card}
      title={
        <button type="button" className={styles.choose} aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          <bdi>{instrument?.name ?? symbol}</bdi> {instrument && <bdi className={styles.symbol}>{symbol}</bdi>}
          <VisuallyHidden> {t('articles.chart_choose')}</VisuallyHidden>
          <ChevronDown {...icon} />
        </button>
      }
      actions={
        <>
          <StaleMark query={candles} />
          {!isUnknown && (
            <SegmentedControl
              label={t('articles.chart_period')}
              options={periods.map((value) => ({ value, label: t(`articles.chart_period_${value}`) }))}
              value={period}
              onChange={(value) => show({ period: value })}
            />
          )}
        </>
      }
    >
      <InstrumentDialog
        open={isChoosing}
        symbol={symbol}
        onClose={() => setIsChoosing(false)}
        onChoose={(chosen) => {
          setIsChoosing(false);
          show({ symbol: chosen });
        }}
      />
      {isUnknown ? (
        <EmptyState icon={SearchX} title={t('articles.chart_unknown_title')} text={t('articles.chart_unknown_text')} />
      ) : (
        <>
          <Async query={candles} skeleton={<Skeleton shape="block" height="26rem" />}>
            {(response) => (
              <Shown symbol={symbol} instrument={instrument} candles={response.candles} period={period} view={view} />
            )}
          </Async>
          <div className={styles.wishes}>
            <SegmentedControl
              label={t('articles.view')}
              options={views.map((value) => ({ value, label: t(`articles.chart_view_${value}`) }))}
              value={view}
              onChange={setView}
            />
          </div>
        </>
      )}
    </Card>
  );
}

interface ShownProps {
  symbol: string;
  instrument: Instrument | undefined;
  candles: readonly Candle[];
  period: Period;
  view: ChartView;
}

function Shown({ symbol, instrument, candles, period, view }: ShownProps) {
  const t = useText();
  const format = useFormat();
  const theme = useTheme();
  const quote = useQuery(quotesQuery).data?.quotes.find((each) => each.symbol === symbol);
  const shown = useMemo(() => upTo(quote, candles, period), [quote, candles, period]);
  const figures = figuresOf(shown);
  if (!figures)
    return (
      <EmptyState icon={ChartCandlestick} title={t('articles.chart_none_title')} text={t('articles.chart_none_text')} />
    );
  const name = instrument?.name ?? symbol;
  const label = t('articles.chart_label', {
    name,
    price: format.price(figures.last),
    change: format.change(figures.changePercent),
    high: format.price(figures.high),
    low: format.price(figures.low),
  });
  return (
    <div className={styles.shown}>
      <ChartFigures quote={quote} figures={figures} />
      {view === 'table' ? (
        <CandleTable
          key={`${symbol}-${period}`}
          candles={shown}
          caption={name}
          daily={made[period].interval === '1d'}
        />
      ) : (
        <Suspense fallback={<Skeleton shape="block" height="24rem" />}>
          <CandleChart
            key={`${symbol}-${period}-${theme}`}
            candles={shown}
            digits={instrument?.digits ?? 2}
            shape={view}
            still
            label={label}
          />
        </Suspense>
      )}
    </div>
  );
}
