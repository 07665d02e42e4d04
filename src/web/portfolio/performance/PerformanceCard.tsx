import type { Performance } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, type Loadable } from '#web/platform/api/Async.tsx';
import { Delta } from '#web/ui/figures/Amount.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { GrowthChart } from './GrowthChart.tsx';

/** The return of a range with the timing of deposits, its deepest fall, and growth beside an index. */
export function PerformanceCard({ query }: { query: Loadable<Performance> }) {
  const t = useText();
  return (
    <Card title={t('investor.growth_label')}>
      <Async query={query} skeleton={<FiguresSkeleton count={2} />}>
        {(performance) => (
          <>
            <Figures>
              <Stat
                label={t('investor.money_weighted')}
                value={<Percent value={performance.money_weighted_percent} />}
                hint={<Yearly value={performance.money_weighted_yearly_percent} />}
              />
              <Stat
                label={t('investor.drawdown')}
                value={<Percent value={performance.drawdown_percent} />}
                hint={t('investor.drawdown_hint')}
              />
            </Figures>
            {performance.points.some(({ usd }) => trendOf(usd) !== 'flat') && <GrowthChart performance={performance} />}
          </>
        )}
      </Async>
    </Card>
  );
}

function Percent({ value }: { value: string | null }) {
  const format = useFormat();
  if (value === null) return '—';
  return <Delta text={format.change(value)} trend={trendOf(value)} />;
}

function Yearly({ value }: { value: string | null }) {
  const t = useText();
  const format = useFormat();
  if (value === null) return t('investor.money_weighted_hint');
  return t('investor.yearly', { percent: format.change(value) });
}
