import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { ApplicationState } from '../../application/ApplicationState.tsx';
import type { StaffOfferingInfo } from '../offering-queries.ts';

type Book = StaffOfferingInfo['book'];
type Counted = Pick<Book['by_tier'][number], 'applications' | 'quantity'>;

/** Applications and shares, which every table of the book counts. */
function useCounts<Row extends Counted>(): [applications: Column<Row>, shares: Column<Row>] {
  const t = useText();
  const format = useFormat();
  return [
    {
      key: 'count',
      header: t('offerings.applications'),
      numeric: true,
      cell: ({ applications }) => format.number(applications),
    },
    {
      key: 'quantity',
      header: t('ipo.by_shares'),
      numeric: true,
      beside: true,
      cell: ({ quantity }) => format.number(quantity),
    },
  ];
}

/** Where the applications stand. */
export function ByState({ info: { book, terms } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const columns: Column<Book['by_state'][number]>[] = [
    {
      key: 'state',
      header: t('ipo.state'),
      bare: true,
      cell: ({ state }) => <ApplicationState state={state} reader="staff" />,
    },
    ...useCounts<Book['by_state'][number]>(),
    {
      key: 'held',
      header: t('ipo.held'),
      numeric: true,
      cell: ({ held }) => <Sum amount={held} currency={terms.currency} />,
    },
  ];
  return (
    <DataTable caption={t('offerings.by_state')} columns={columns} rows={book.by_state} rowKey={({ state }) => state} />
  );
}

/** How many would take part at each price. */
export function DemandByPrice({ info: { book, terms } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const [applications] = useCounts<Book['demand'][number]>();
  const columns: Column<Book['demand'][number]>[] = [
    {
      key: 'price',
      header: t('offerings.at_price'),
      cell: ({ price }) => <Sum amount={price} currency={terms.currency} />,
    },
    applications,
    {
      key: 'quantity',
      header: t('ipo.by_shares'),
      numeric: true,
      cell: ({ quantity }) => (
        <>
          {format.number(quantity)}
          <Meter label={t('ipo.demand')} value={quantity} max={book.requested} valueText={format.number(quantity)} />
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('offerings.demand_by_price')}
      columns={columns}
      rows={book.demand}
      rowKey={({ price }) => price}
    />
  );
}

/** Who asks, by tier. */
export function ByTier({ info: { book } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const columns: Column<Book['by_tier'][number]>[] = [
    { key: 'tier', header: t('common.tier'), bare: true, cell: ({ tier }) => t(`common.tier_${tier}`) },
    ...useCounts<Book['by_tier'][number]>(),
  ];
  return <DataTable caption={t('ipo.by_tier')} columns={columns} rows={book.by_tier} rowKey={({ tier }) => tier} />;
}
