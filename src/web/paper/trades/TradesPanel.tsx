import { useState } from 'react';
import type { PaperState } from '#contract/paper/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { CloseAllButton } from './CloseAllButton.tsx';
import { ClosedList } from './ClosedList.tsx';
import { DealsList } from './DealsList.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import styles from './TradesPanel.module.css';

const tabs = ['positions', 'orders', 'closed', 'deals'] as const;

/** What is open, what waits, and what is past. */
export function TradesPanel({ state, className }: { state: PaperState; className: string | undefined }) {
  const t = useText();
  const [tab, setTab] = useState<(typeof tabs)[number]>('positions');
  const counts = { positions: state.positions.length, orders: state.orders.length };
  return (
    <Card
      flush
      className={className}
      actions={tab === 'positions' && state.positions.length > 1 && <CloseAllButton count={state.positions.length} />}
      title={t('terminal.part_trades')}
    >
      <div className={styles.tabs}>
        <SegmentedControl
          label={t('terminal.part_trades')}
          options={tabs.map((value) => ({
            value,
            label:
              value === 'positions' || value === 'orders'
                ? t('terminal.tab_counted', { tab: t(`terminal.tab_${value}`), count: counts[value] })
                : t(`terminal.tab_${value}`),
          }))}
          value={tab}
          onChange={setTab}
        />
      </div>
      {tab === 'positions' && <PositionsTable positions={state.positions} currency={state.account.currency} />}
      {tab === 'orders' && <OrdersTable orders={state.orders} />}
      {tab === 'closed' && <ClosedList currency={state.account.currency} />}
      {tab === 'deals' && <DealsList currency={state.account.currency} />}
    </Card>
  );
}
