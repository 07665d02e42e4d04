import type { Quote } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import type { figuresOf } from './period.ts';

interface ChartFiguresProps {
  quote: Quote | undefined;
  figures: NonNullable<ReturnType<typeof figuresOf>>;
}

/** The figures beside the chart: the price now and since when, and how far it went in the period. */
export function ChartFigures({ quote, figures }: ChartFiguresProps) {
  const t = useText();
  const format = useFormat();
  const change = (percent: string) => <Delta trend={trendOf(percent)} text={format.change(percent)} />;
  return (
    <Figures compact>
      <Stat
        label={t('articles.chart_last')}
        value={<Flash text={format.price(quote?.bid ?? figures.last)} />}
        hint={quote && <Since quote={quote} />}
      />
      {quote && !quote.is_stale && <Stat label={t('articles.chart_today')} value={change(quote.change_percent)} />}
      <Stat label={t('articles.chart_change')} value={change(figures.changePercent)} />
      <Stat label={t('articles.chart_high')} value={<bdi>{format.price(figures.high)}</bdi>} />
      <Stat label={t('articles.chart_low')} value={<bdi>{format.price(figures.low)}</bdi>} />
    </Figures>
  );
}

function Since({ quote: { at, is_open: isOpen, is_stale: isStale } }: { quote: Quote }) {
  const t = useText();
  return (
    <>
      <DateTime at={at} /> {!isOpen && <Badge>{t('articles.closed')}</Badge>}
      {isOpen && isStale && <Badge tone="warning">{t('terminal.stale')}</Badge>}
    </>
  );
}
