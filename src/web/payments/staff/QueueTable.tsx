import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Movement } from '#web/platform/i18n/Money.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { movementOf } from '../movement.ts';
import textStyles from '#web/ui/Text.module.css';
import { PaymentState } from '../PaymentState.tsx';

/** Requests of all clients; the number opens one. */
export function QueueTable({ rows }: { rows: readonly QueueRow[] }) {
  const t = useText();
  const columns: Column<QueueRow>[] = [
    {
      key: 'what',
      header: t('payments.request'),
      bare: true,
      cell: ({ id, number, kind, created_at }) => (
        <>
          <Link to={`/admin/money/${id}`}>
            {t(`payments.kind_${kind}`)} <RecordNumber value={number} />
          </Link>
          <p className={textStyles.soft}>
            <RelativeTime at={created_at} />
          </p>
        </>
      ),
    },
    {
      key: 'client',
      header: t('payments.client'),
      cell: ({ client }) => (
        <>
          <bdi>{client.name}</bdi>
          <p className={textStyles.soft}>{t('payments.level', { level: client.level })}</p>
        </>
      ),
    },
    { key: 'state', header: t('payments.state'), cell: (row) => <StatusCell row={row} /> },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      beside: true,
      cell: (row) => <Movement amount={movementOf(row)} currency={row.currency} />,
    },
  ];
  return <DataTable caption={t('payments.staff_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function StatusCell({
  row: { state, held_back: blockedBy, reviewer, next, approvals, approvals_needed: needed },
}: {
  row: QueueRow;
}) {
  const t = useText();
  // A test card is credited without approval, whatever its value.
  const isApproved = needed > 1 && (approvals > 0 || next !== null);
  return (
    <>
      <PaymentState state={state} />{' '}
      {blockedBy && next && <Badge tone="negative">{t(`payments.blocked_by_${blockedBy}`)}</Badge>}
      {isApproved && <p className={textStyles.soft}>{t('payments.approvals_of', { count: approvals, needed })}</p>}
      {reviewer && <p className={textStyles.soft}>{t('payments.taken_by', { name: reviewer.name })}</p>}
    </>
  );
}
