import type { Quote } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { State } from '#web/ui/State.tsx';
import { Flash } from '#web/ui/figures/Flash.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import type { figuresOf } from './period.ts';

interface ChartFiguresProps {
  quote: Quote | undefined;
  figures: NonNullable<ReturnType<typeof figuresOf>>;
}

/** The price at the end of the chart, how it changed over the period, and how far it went. */
export function ChartFigures({ quote, figures }: ChartFiguresProps) {
  const t = useText();
  const format = useFormat();
  return (
    <Hero
      label={t('articles.chart_last')}
      value={<Flash text={format.price(figures.last)} />}
      meaning={
        <span className={flowStyles.centred12}>
          <span>
            {t('articles.chart_change')}{' '}
            <Delta trend={trendOf(figures.changePercent)} text={format.change(figures.changePercent)} />
          </span>
          <span>
            {t('articles.chart_high')} <bdi>{format.price(figures.high)}</bdi>
          </span>
          <span>
            {t('articles.chart_low')} <bdi>{format.price(figures.low)}</bdi>
          </span>
          {quote && <Since quote={quote} />}
        </span>
      }
    />
  );
}

function Since({ quote: { at, is_open: isOpen, is_stale: isStale } }: { quote: Quote }) {
  const t = useText();
  return (
    <span>
      <DateTime at={at} /> {!isOpen && <State>{t('articles.closed')}</State>}
      {isOpen && isStale && <State tone="warning">{t('terminal.stale')}</State>}
    </span>
  );
}
