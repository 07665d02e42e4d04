import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { State } from '#web/ui/State.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import textStyles from '#web/ui/Text.module.css';
import { PaymentState } from '../../PaymentState.tsx';
import { LeftOutNote } from '../LeftOutNote.tsx';
import type { Item } from '../queue-queries.ts';
import styles from './Bulk.module.css';
import { isSentBack, leftOut, type BulkAction } from './plan.ts';
import type { Outcome } from './use-bulk-run.ts';

interface BulkTableProps {
  action: BulkAction;
  items: readonly Item[];
  outcomes: ReadonlyMap<string, Outcome>;
}

/** The withdrawals of an act, each with what will come of it, or what came of it. */
export function BulkTable({ action, items, outcomes }: BulkTableProps) {
  const t = useText();
  const columns: Column<Item>[] = [
    {
      key: 'what',
      header: t('payments.request'),
      bare: true,
      cell: ({ payment }) => (
        <>
          <RecordNumber value={payment.number} /> <bdi>{payment.client.name}</bdi>
        </>
      ),
    },
    {
      key: 'amount',
      header: t('payments.amount'),
      numeric: true,
      beside: true,
      cell: ({ payment }) => <Sum amount={payment.amount} currency={payment.currency} />,
    },
    {
      key: 'outcome',
      header: t('payments.state'),
      bare: true,
      cell: (item) => {
        const outcome = outcomes.get(item.payment.id);
        return outcome ? <After action={action} outcome={outcome} /> : <Before action={action} item={item} />;
      },
    },
  ];
  return (
    <DataTable caption={t('payments.bulk_label')} columns={columns} rows={items} rowKey={({ payment }) => payment.id} />
  );
}

/** Whether it is left out, takes two people, and what the checks found. */
function Before({ action, item }: { action: BulkAction; item: Item }) {
  const t = useText();
  const me = useSignedIn();
  const reason = leftOut(action, item, me.id);
  const { held_back: blockedBy, approvals, approvals_needed: needed } = item.payment;
  if (reason)
    return (
      <State tone="negative">
        {reason === 'blocked' ? t(`payments.blocked_by_${blockedBy ?? 'blocked'}`) : t(`payments.bulk_not_${reason}`)}
      </State>
    );
  if (action === 'assign') return <PaymentState state={item.payment.state} reader="staff" />;
  const second = item.approver_needed.find((each) => each.action === action);
  return (
    <div className={styles.outcome}>
      {second ? (
        <>
          <State tone="warning">{t('payments.approver_needed', { count: 0, needed: 2 })}</State>
          <span className={textStyles.soft}>{t(`payments.second_because_${second.because}`)}</span>
        </>
      ) : (
        <PaymentState state={item.payment.state} reader="staff" />
      )}
      {item.payout_by !== null && <bdi className={textStyles.soft}>{item.payout_by}</bdi>}
      <LeftOutNote item={item} />
      {approvals > 0 && (
        <span className={textStyles.soft}>{t('payments.approvals_of', { count: approvals, needed })}</span>
      )}
      {item.checks
        .filter(({ result }) => result !== 'good')
        .map(({ name, detail }) => (
          <span key={name} className={textStyles.soft}>
            {detail}
          </span>
        ))}
    </div>
  );
}

function After({ action, outcome }: { action: BulkAction; outcome: Outcome }) {
  const t = useText();
  if ('refused' in outcome) return <span className={textStyles.error}>{outcome.refused}</span>;
  const { state, approvals, approvals_needed: needed } = outcome.item.payment;
  return (
    <div className={styles.outcome}>
      <PaymentState state={state} reader="staff" />
      {isSentBack(action, outcome.item) && <bdi className={textStyles.error}>{outcome.item.at_provider?.answer}</bdi>}
      {needed > 1 && (
        <span className={textStyles.soft}>{t('payments.approvals_of', { count: approvals, needed })}</span>
      )}
    </div>
  );
}
