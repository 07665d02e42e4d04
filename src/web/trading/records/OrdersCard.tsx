import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Hourglass, ReceiptText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { doneOrderStates } from '#contract/trading/names.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { liveOpenQuery } from '../account-queries.ts';
import styles from './OrdersCard.module.css';
import { DoneOrdersTable, WaitingOrdersTable } from './OrdersTables.tsx';
import { useRecordFilter } from './filter.ts';
import { doneOrdersQuery } from './record-queries.ts';
import { RecordsCard } from './RecordsCard.tsx';

const parts = { waiting: WaitingOrders, done: DoneOrders };

/** Orders of an account: those that wait for their price, or those that are done. */
export function OrdersCard({ account: { trading_account_id: number } }: { account: TradingAccount }) {
  const t = useText();
  const [part, setPart] = useState<keyof typeof parts>('waiting');
  const Part = parts[part];
  return (
    <Part
      number={number}
      above={
        <div className={styles.parts}>
          <SegmentedControl
            label={t('trading.orders_title')}
            options={(['waiting', 'done'] as const).map((value) => ({ value, label: t(`trading.orders_${value}`) }))}
            value={part}
            onChange={setPart}
          />
        </div>
      }
    />
  );
}

interface PartProps {
  number: string;
  above: ReactNode;
}

function WaitingOrders({ number, above }: PartProps) {
  const t = useText();
  const query = useQuery(liveOpenQuery(number));
  return (
    <QueryCard
      query={query}
      title={t('trading.orders_title')}
      above={above}
      flush
      skeleton={<SkeletonRows count={3} />}
    >
      {({ orders }) =>
        orders.length === 0 ? (
          <EmptyState icon={Hourglass} title={t('trading.none_waiting')} text={t('trading.none_waiting_text')} />
        ) : (
          <WaitingOrdersTable orders={orders} account={number} />
        )
      }
    </QueryCard>
  );
}

function DoneOrders({ number, above }: PartProps) {
  const t = useText();
  const list = useRecordFilter('state', doneOrderStates);
  const query = useInfiniteQuery(doneOrdersQuery(number, list.filters));
  return (
    <RecordsCard
      title={t('trading.orders_title')}
      list={list}
      choice={{ label: t('trading.status'), nameOf: (state) => t(`trading.order_${state}`) }}
      query={query}
      rowsOf={({ orders }) => orders}
      onSave={() => download('GET /api/trading-account/:number/orders', { params: { number }, query: list.filters })}
      none={<EmptyState icon={ReceiptText} title={t('trading.none_done')} text={t('trading.none_done_text')} />}
      above={above}
    >
      {(orders) => <DoneOrdersTable orders={orders} account={number} />}
    </RecordsCard>
  );
}
