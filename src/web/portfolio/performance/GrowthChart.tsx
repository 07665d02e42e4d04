import type { Performance } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useNearDay } from '#web/platform/i18n/near-day.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import styles from '#web/platform/charts/LineChart.module.css';
import { LineChart } from '#web/platform/charts/LineChart.tsx';
import { someDays } from './some-days.ts';

type Point = Performance['points'][number];

/** How each unit of money grew, beside an index, and the same in a table. */
export function GrowthChart({ performance: { points, benchmark } }: { performance: Performance }) {
  const t = useText();
  const format = useFormat();
  const dayText = useNearDay();
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const index = points.flatMap(({ benchmark_percent: value }) => (value === null ? [] : Number(value)));
  const isCompared = index.length === points.length;
  const name = t(benchmark.simulated ? 'investor.index_simulated' : 'investor.index');
  const spoken = (point: Point) => {
    const [day, own] = [dayText(point.on), bidiIsolate(format.change(point.growth_percent))];
    return isCompared && point.benchmark_percent !== null
      ? t('investor.day_growth', { day, own, index: bidiIsolate(format.change(point.benchmark_percent)) })
      : t('investor.day_value', { day, amount: own });
  };
  return (
    <>
      <LineChart
        days={points}
        values={points.map(({ growth_percent: value }) => Number(value))}
        compared={isCompared ? index : undefined}
        label={t('investor.growth_label')}
        summary={t('investor.growth_note')}
        spoken={(at) => spoken(points[at] ?? last)}
        axis={(tick) => format.share(tick)}
        legend={[t('investor.own_growth'), name]}
      />
      <div className={styles.more}>
        <Disclosure label={t('investor.as_table')}>
          <DataTable
            caption={t('investor.growth_label')}
            columns={[
              { key: 'on', header: t('investor.day'), cell: ({ on }) => dayText(on) },
              {
                key: 'usd',
                header: t('investor.worth_title'),
                numeric: true,
                cell: ({ usd }) => format.symbol(usd, 'USD'),
              },
              {
                key: 'own',
                header: t('investor.own_growth'),
                numeric: true,
                cell: (point) => format.change(point.growth_percent),
              },
              {
                key: 'index',
                header: name,
                numeric: true,
                cell: ({ benchmark_percent: value }) => (value === null ? '—' : format.change(value)),
              },
            ]}
            rows={someDays(points, 31)}
            rowKey={({ on }) => on}
          />
        </Disclosure>
      </div>
    </>
  );
}
