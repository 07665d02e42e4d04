import { useState } from 'react';
import type { PaperState } from '#contract/paper/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { Result } from '../Result.tsx';
import { useIsWide } from '../use-is-wide.ts';
import { CloseAllButton } from './CloseAllButton.tsx';
import { History } from './History.tsx';
import { OrdersTable } from './OrdersTable.tsx';
import { PositionRows } from './PositionRows.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import styles from './TradesPanel.module.css';

const tabs = ['positions', 'orders', 'history'] as const;

/** What is open, what waits, and what is past. */
export function TradesPanel({ state: { positions, orders, account } }: { state: PaperState }) {
  const t = useText();
  const isWide = useIsWide();
  const [tab, setTab] = useState<(typeof tabs)[number]>('positions');
  const counts = { positions: positions.length, orders: orders.length };
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <SegmentedControl
          label={t('terminal.part_trades')}
          options={tabs.map((value) => ({
            value,
            label:
              value === 'history'
                ? t('terminal.tab_history')
                : t('terminal.tab_counted', { tab: t(`terminal.tab_${value}`), count: counts[value] }),
          }))}
          value={tab}
          onChange={setTab}
        />
        {tab === 'positions' && positions.length > 0 && (
          <span className={styles.sum}>
            {t('terminal.unrealised')} <Result amount={account.unrealised} />
          </span>
        )}
        {tab === 'positions' && positions.length > 1 && <CloseAllButton count={positions.length} />}
      </div>
      <div className={styles.body}>
        {tab === 'positions' && isWide && <PositionsTable positions={positions} />}
        {tab === 'positions' && !isWide && <PositionRows positions={positions} />}
        {tab === 'orders' && <OrdersTable orders={orders} />}
        {tab === 'history' && <History currency={account.currency} />}
      </div>
    </div>
  );
}
