import type { doneOrderStates } from '#contract/trading/names.ts';
import type { Order } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Price } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { State } from '#web/ui/State.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { aboutTicket } from '../support-links.ts';
import styles from '../RecordCells.module.css';
import { useInstrumentColumn } from '../RecordCells.tsx';

interface OrdersTableProps {
  orders: readonly Order[];
  /** The number of the account that they are on. */
  account: string;
}

/** Orders that wait for their price. */
export function WaitingOrdersTable({ orders, account }: OrdersTableProps) {
  const t = useText();
  const columns: Column<Order>[] = [
    ...useOrderColumns(),
    { key: 'price', header: t('trading.price'), numeric: true, cell: ({ price }) => price && <Price price={price} /> },
    useAskSupportColumn<Order>(({ ticket }) => aboutTicket('order', account, ticket)),
  ];
  return (
    <DataTable caption={t('trading.waiting_orders')} columns={columns} rows={orders} rowKey={({ ticket }) => ticket} />
  );
}

/** Orders that are done: how each ended, when, why, and at which price. */
export function DoneOrdersTable({ orders, account }: OrdersTableProps) {
  const t = useText();
  const columns: Column<Order>[] = [
    ...useOrderColumns(),
    { key: 'done', header: t('trading.done_on'), cell: ({ done_at: at }) => at && <DateTime at={at} /> },
    { key: 'state', header: t('trading.status'), cell: (order) => <Ending order={order} /> },
    { key: 'price', header: t('trading.price'), numeric: true, cell: ({ price }) => price && <Price price={price} /> },
    {
      key: 'filled',
      header: t('trading.filled_price'),
      numeric: true,
      cell: ({ filled_price: price }) => price && <Price price={price} />,
    },
    useAskSupportColumn<Order>(({ ticket }) => aboutTicket('order', account, ticket)),
  ];
  return (
    <DataTable caption={t('trading.orders_done')} columns={columns} rows={orders} rowKey={({ ticket }) => ticket} />
  );
}

function useOrderColumns(): Column<Order>[] {
  const t = useText();
  return [
    useInstrumentColumn<Order>(({ type }) => t(`trading.order_${type}`)),
    { key: 'placed', header: t('trading.placed_on'), cell: ({ placed_at }) => <DateTime at={placed_at} /> },
  ];
}

type Done = (typeof doneOrderStates)[number];
const tones = { filled: 'neutral', cancelled: 'neutral', expired: 'neutral', rejected: 'negative' } as const;
const isDone = (state: Order['state']): state is Done => state in tones;

/** The state, and what led to it where that was not the client. */
function Ending({ order: { state, reason } }: { order: Order }) {
  const t = useText();
  if (!isDone(state)) return null;
  return (
    <>
      <State tone={tones[state]}>{t(`trading.order_${state}`)}</State>
      {reason !== 'client' && <p className={styles.more}>{t(`trading.reason_${reason}`)}</p>}
    </>
  );
}
