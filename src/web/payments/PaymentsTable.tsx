import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { Payment } from '#contract/payments/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Sign } from '#web/ui/rows/Row.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { icon } from '#web/ui/icon.ts';
import { cx } from '#web/ui/cx.ts';
import { visuallyHiddenOnPhone } from '#web/ui/VisuallyHidden.tsx';
import { PaymentState } from './PaymentState.tsx';
import textStyles from '#web/ui/Text.module.css';
import { movementOf } from './movement.ts';

/** Requests with their status and who acts next. */
export function PaymentsTable({ payments }: { payments: readonly Payment[] }) {
  const t = useText();
  const columns: Column<Payment>[] = [
    {
      key: 'at',
      header: t('payments.created'),
      bare: true,
      cell: ({ created_at }) => <DateTime at={created_at} as="brief" />,
    },
    {
      key: 'what',
      header: t('payments.request'),
      leads: true,
      cell: ({ id, number, kind, account }) => (
        <>
          <Link to={`/payments/${id}`}>
            {t(`payments.kind_${kind}`)} <RecordNumber value={number} />
          </Link>
          {account && (
            <p className={cx(textStyles.soft, visuallyHiddenOnPhone)}>
              <bdi>{account}</bdi>
            </p>
          )}
        </>
      ),
    },
    { key: 'state', header: t('payments.state'), bare: true, cell: (payment) => <StatusCell payment={payment} /> },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      cell: (payment) => <Flow amount={movementOf(payment)} currency={payment.currency} />,
    },
  ];
  return (
    <DataTable
      caption={t('payments.title')}
      columns={columns}
      rows={payments}
      rowKey={({ id }) => id}
      sign={(payment) => (
        <Sign>{movementOf(payment).startsWith('-') ? <ArrowUpRight {...icon} /> : <ArrowDownLeft {...icon} />}</Sign>
      )}
    />
  );
}

function StatusCell({ payment: { state, next } }: { payment: Payment }) {
  const t = useText();
  return (
    <>
      <PaymentState state={state} />
      {next && <p className={cx(textStyles.soft, visuallyHiddenOnPhone)}>{t(`payments.who_${next.who}`)}</p>}
    </>
  );
}
