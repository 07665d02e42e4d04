import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import type { Order } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { Price } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { LevelsDialog } from './LevelsDialog.tsx';
import { SideAndVolume, SymbolButton } from './SymbolButton.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { paperCall, useTerminal } from '../terminal.ts';
import { refreshTerminal } from '../terminal-queries.ts';

/** Orders that wait for their price. */
export function OrdersTable({ orders }: { orders: readonly Order[] }) {
  const t = useText();
  const [changing, setChanging] = useState<Order | null>(null);
  if (orders.length === 0)
    return <EmptyState icon={Hourglass} title={t('trading.none_waiting')} text={t('trading.none_waiting_text')} />;
  const columns: Column<Order>[] = [
    { key: 'symbol', header: t('terminal.instrument'), cell: ({ symbol }) => <SymbolButton symbol={symbol} /> },
    { key: 'type', header: t('terminal.order_type'), cell: ({ type }) => t(`terminal.type_${type}`) },
    { key: 'side', header: t('trading.volume'), cell: (order) => <SideAndVolume record={order} /> },
    { key: 'placed', header: t('terminal.placed_at'), cell: ({ placed_at }) => <DateTime at={placed_at} /> },
    { key: 'price', header: t('terminal.price'), numeric: true, cell: ({ price }) => price && <Price price={price} /> },
    { key: 'sl', header: t('terminal.sl'), numeric: true, cell: ({ sl }) => sl && <Price price={sl} /> },
    { key: 'tp', header: t('terminal.tp'), numeric: true, cell: ({ tp }) => tp && <Price price={tp} /> },
    {
      key: 'acts',
      header: t('terminal.actions'),
      cell: (order) => <Actions order={order} onChange={() => setChanging(order)} />,
    },
  ];
  return (
    <>
      <DataTable caption={t('terminal.tab_orders')} columns={columns} rows={orders} rowKey={({ ticket }) => ticket} />
      {changing && <LevelsDialog subject={{ order: changing }} onClose={() => setChanging(null)} />}
    </>
  );
}

function Actions({ order, onChange }: { order: Order; onChange: () => void }) {
  const t = useText();
  const { session } = useTerminal();
  const form = useCallForm({});
  const cancel = form.submit(async () => {
    await paperCall(session, 'POST /api/paper/cancel', { body: { order: order.ticket } });
    void refreshTerminal();
    toast({ text: t('terminal.cancelled') });
  });
  const named = { symbol: order.symbol, ticket: order.ticket };
  return (
    <div className={flowStyles.stack}>
      <div className={flowStyles.row4}>
        <Button size="small" aria-label={t('terminal.change_named', named)} onClick={onChange}>
          {t('terminal.change')}
        </Button>
        <Button size="small" aria-label={t('terminal.cancel_named', named)} busy={form.busy} onClick={() => cancel()}>
          {t('terminal.cancel')}
        </Button>
      </div>
      <FormErrors messages={form.messages} />
    </div>
  );
}
