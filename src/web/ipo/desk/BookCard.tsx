import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Sum } from '#web/platform/Sum.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { Figures } from '#web/ui/Figures.tsx';
import { Meter } from '#web/ui/Meter.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { ApplicationState } from '../ApplicationState.tsx';
import styles from '../Stack.module.css';
import type { DeskInfo } from './desk-queries.ts';

type Book = DeskInfo['book'];

/** The book in numbers: how much is asked for, by whom, at which price, with how much money behind it. */
export function BookCard({ info: { book, terms } }: { info: DeskInfo }) {
  const t = useText();
  const format = useFormat();
  const times = t('offerings.times', { times: format.number(book.oversubscription) });
  const amount = (requested: number) => format.number(requested);
  const states: Column<Book['by_state'][number]>[] = [
    { key: 'state', header: t('ipo.state'), cell: ({ state }) => <ApplicationState state={state} /> },
    {
      key: 'count',
      header: t('offerings.applications'),
      numeric: true,
      cell: ({ applications }) => amount(applications),
    },
    { key: 'quantity', header: t('ipo.by_shares'), numeric: true, cell: ({ quantity }) => amount(quantity) },
    {
      key: 'held',
      header: t('ipo.held'),
      numeric: true,
      cell: ({ held }) => <Sum amount={held} currency={terms.currency} />,
    },
  ];
  const demand: Column<Book['demand'][number]>[] = [
    {
      key: 'price',
      header: t('offerings.at_price'),
      cell: ({ price }) => <bdi>{format.money(price, terms.currency)}</bdi>,
    },
    {
      key: 'count',
      header: t('offerings.applications'),
      numeric: true,
      cell: ({ applications }) => amount(applications),
    },
    {
      key: 'quantity',
      header: t('ipo.by_shares'),
      numeric: true,
      cell: ({ quantity }) => (
        <>
          {amount(quantity)}
          <Meter label={t('ipo.demand')} value={quantity} max={book.requested} valueText={amount(quantity)} />
        </>
      ),
    },
  ];
  return (
    <div className={styles.stack}>
      <Figures>
        <Stat label={t('ipo.demand')} value={times} hint={t('ipo.by_applicants', { count: book.applicants })} />
        <Stat label={t('ipo.requested')} value={format.number(book.requested)} />
        <Stat label={t('ipo.held')} value={<Sum amount={book.held} currency={terms.currency} />} />
      </Figures>
      {book.by_state.length > 0 && (
        <DataTable
          caption={t('offerings.by_state')}
          columns={states}
          rows={book.by_state}
          rowKey={({ state }) => state}
        />
      )}
      {book.demand.length > 0 && (
        <DataTable
          caption={t('offerings.demand_by_price')}
          columns={demand}
          rows={book.demand}
          rowKey={({ price }) => price}
        />
      )}
      {book.by_tier.length > 0 && (
        <p className={styles.line}>
          {book.by_tier.map(({ tier, applications, quantity }) => (
            <span key={tier}>
              {t('offerings.tier_line', {
                tier: t(`common.tier_${tier}`),
                count: applications,
                quantity: amount(quantity),
              })}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
