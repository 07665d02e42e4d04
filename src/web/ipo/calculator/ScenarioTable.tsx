import type { IpoEstimate } from '#contract/ipo/calculator.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Percent } from './Percent.tsx';

type Scenario = IpoEstimate['scenarios'][number];

/** The same application sold at other prices than the final one, losses first. */
export function ScenarioTable({ scenarios, currency }: { scenarios: readonly Scenario[]; currency: string }) {
  const t = useText();
  const format = useFormat();
  const columns: Column<Scenario>[] = [
    {
      key: 'change',
      header: t('ipo.price_change'),
      cell: ({ changePercent }) => <bdi>{format.percent(changePercent, { signed: true })}</bdi>,
    },
    {
      key: 'price',
      header: t('ipo.price'),
      numeric: true,
      cell: ({ price }) => <Sum amount={price} currency={currency} />,
    },
    {
      key: 'net',
      header: t('ipo.net'),
      numeric: true,
      cell: ({ net }) => <Movement amount={net} currency={currency} />,
    },
    {
      key: 'invested',
      header: t('ipo.return_invested'),
      numeric: true,
      cell: (row) => <Percent value={row.returnOnInvestedPercent} />,
    },
    {
      key: 'frozen',
      header: t('ipo.return_frozen'),
      numeric: true,
      cell: (row) => <Percent value={row.returnOnFrozenPercent} />,
    },
  ];
  return (
    <DataTable
      caption={t('ipo.scenarios_title')}
      columns={columns}
      rows={scenarios}
      rowKey={({ changePercent }) => String(changePercent)}
    />
  );
}
