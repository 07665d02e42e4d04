import { useRouter } from '@tanstack/react-router';
import type { FigureName } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { LineChart } from '#web/platform/charts/LineChart.tsx';
import chartStyles from '#web/platform/charts/LineChart.module.css';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { pathIn, useLanguage } from '#web/platform/i18n/language.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import textStyles from '#web/ui/Text.module.css';
import { listOf } from './figure-lists.ts';
import { writeFigure, writeTick } from './figure-format.ts';
import styles from './Figures.module.css';

interface FigureChartProps {
  data: Pick<Dashboard, 'days' | 'days_before'>;
  figure: Dashboard['figures'][number];
}

interface Line {
  on: string;
  before: string;
  value: string | null;
  valueBefore: string | null;
}

/** One figure by day beside the period before, what it counts, and the same as a table. A day opens its list. */
export function FigureChart({ data, figure }: FigureChartProps) {
  const t = useText();
  const format = useFormat();
  const router = useRouter();
  const language = useLanguage();
  const { name } = figure;
  const lines = data.days.map((on, index): Line => ({
    on,
    before: data.days_before[index] ?? on,
    value: figure.days[index] ?? null,
    valueBefore: figure.days_before[index] ?? null,
  }));
  const write = (value: string | null) => writeFigure(name, value, format);
  const numbers = (values: readonly (string | null)[]) =>
    values.map((value) => (value === null ? null : Number(value)));
  const reading = (on: string, value: string | null) => bidiIsolate(`${format.day(on)}: ${bidiIsolate(write(value))}`);
  const span = (days: readonly string[]) =>
    bidiIsolate(`${format.day(days[0] ?? '')} – ${format.day(days.at(-1) ?? '')}`);
  const open = (index: number) => {
    const on = lines[index]?.on;
    const path = on === undefined ? null : listOf(name, on, on);
    if (path) void router.navigate({ href: pathIn(language, path) });
  };
  const list = listOf(name, data.days[0] ?? '', data.days.at(-1) ?? '');
  return (
    <>
      {lines.length > 1 && (
        <LineChart
          key={name}
          days={lines}
          values={numbers(figure.days)}
          compared={numbers(figure.days_before)}
          label={t(`dashboard.figure_${name}`)}
          summary={t(`dashboard.means_${name}`)}
          spoken={(index) => {
            const line = lines[index];
            return line ? `${reading(line.on, line.value)} · ${reading(line.before, line.valueBefore)}` : '';
          }}
          axis={(tick) => writeTick(name, tick, format)}
          legend={[span(data.days), span(data.days_before)]}
          onOpen={list ? open : undefined}
        />
      )}
      <div className={styles.below}>
        <p className={textStyles.soft}>{t('dashboard.utc')}</p>
        {list && (
          <Link to={list} className={buttonClass({ size: 'small' })}>
            {t('dashboard.open_list')}
          </Link>
        )}
      </div>
      <div className={chartStyles.more}>
        <Disclosure label={t('dashboard.as_table')}>
          <FigureTable name={name} lines={lines} write={write} />
        </Disclosure>
      </div>
    </>
  );
}

interface FigureTableProps {
  name: FigureName;
  lines: readonly Line[];
  write: (value: string | null) => string;
}

function FigureTable({ name, lines, write }: FigureTableProps) {
  const t = useText();
  const format = useFormat();
  const columns: Column<Line>[] = [
    {
      key: 'on',
      header: t('dashboard.day'),
      cell: ({ on }) => {
        const path = listOf(name, on, on);
        return path ? <Link to={path}>{format.day(on)}</Link> : format.day(on);
      },
    },
    {
      key: 'value',
      header: t(`dashboard.figure_${name}`),
      numeric: true,
      cell: ({ value }) => <bdi>{write(value)}</bdi>,
    },
    { key: 'before', header: t('dashboard.day_before'), numeric: true, cell: ({ before }) => format.day(before) },
    {
      key: 'value_before',
      header: t('dashboard.value_before'),
      numeric: true,
      cell: ({ valueBefore }) => <bdi>{write(valueBefore)}</bdi>,
    },
  ];
  return (
    <DataTable
      caption={t(`dashboard.figure_${name}`)}
      columns={columns}
      rows={lines.toReversed()}
      rowKey={({ on }) => on}
    />
  );
}
