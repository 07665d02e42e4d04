import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Flow } from '#web/platform/i18n/Money.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { cx } from '#web/ui/cx.ts';
import { State } from '#web/ui/State.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { movementOf } from '../movement.ts';
import textStyles from '#web/ui/Text.module.css';
import { PaymentState } from '../PaymentState.tsx';

/** The list of requests of all clients. */
export function useQueueColumns(): Column<QueueRow>[] {
  const t = useText();
  return [
    {
      key: 'what',
      header: t('payments.request'),
      bare: true,
      cell: ({ id, number, kind }) => (
        <Link to={`/admin/money/${id}`}>
          {t(`payments.kind_${kind}`)} <RecordNumber value={number} />
        </Link>
      ),
    },
    {
      key: 'client',
      header: t('payments.client'),
      cell: ({ client }) => (
        <>
          <Link to={`/admin/clients/${client.id}`}>
            <bdi>{client.name}</bdi>
          </Link>{' '}
          <span className={cx(textStyles.soft, textStyles.wide)}>{t('payments.level', { level: client.level })}</span>
        </>
      ),
    },
    { key: 'state', header: t('payments.state'), cell: (row) => <StatusCell row={row} /> },
    {
      key: 'method',
      header: t('payments.method'),
      wide: true,
      cell: ({ method, account }) =>
        (method || account) && (
          <>
            {method && t(`payments.method_${method}`)} {account && <bdi className={textStyles.soft}>{account}</bdi>}
          </>
        ),
    },
    {
      key: 'assignee',
      header: t('payments.reviewer'),
      wide: true,
      cell: ({ reviewer }) => reviewer && <bdi>{reviewer.name}</bdi>,
    },
    { key: 'created', header: t('payments.created'), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      beside: true,
      cell: (row) => <Flow amount={movementOf(row)} currency={row.currency} />,
    },
  ];
}

function StatusCell({
  row: { state, held_back: blockedBy, next, approvals, approvals_needed: needed },
}: {
  row: QueueRow;
}) {
  const t = useText();
  // A test card is credited without approval, whatever its value.
  const isApproved = needed > 1 && (approvals > 0 || next !== null);
  return (
    <>
      <PaymentState state={state} reader="staff" />{' '}
      {blockedBy && next && <State tone="negative">{t(`payments.blocked_by_${blockedBy}`)}</State>}{' '}
      {isApproved && (
        <span className={cx(textStyles.soft, textStyles.wide)}>
          {t('payments.approvals_of', { count: approvals, needed })}
        </span>
      )}
    </>
  );
}
