import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Selection } from '#web/platform/lists/use-selection.ts';
import { Button } from '#web/ui/Button.tsx';
import { CheckboxField } from '#web/ui/forms/CheckboxField.tsx';
import styles from './Bulk.module.css';
import type { BulkAction } from './plan.ts';

/** Withdrawals that staff have to review, or may send where a provider is connected: what can be chosen. */
export const isOpenTo =
  (sends: boolean) =>
  ({ kind, state }: QueueRow): boolean =>
    kind === 'withdrawal' && (state === 'submitted' || state === 'in_review' || (sends && state === 'approved'));

interface BulkBarProps {
  rows: readonly QueueRow[];
  sends: boolean;
  selection: Selection;
  onAct: (action: BulkAction, rows: readonly QueueRow[]) => void;
}

/** Chooses all withdrawals in the list, and acts on those that are chosen. */
export function BulkBar({ rows, sends, selection: { keys, choose }, onAct }: BulkBarProps) {
  const t = useText();
  const open = rows.filter(isOpenTo(sends));
  const chosen = open.filter(({ id }) => keys.has(id));
  const approved = chosen.filter(({ state }) => state === 'approved');
  const toReview = chosen.filter(({ state }) => state !== 'approved');
  const counts = {
    assign: toReview.filter(({ state }) => state === 'submitted').length,
    approve: toReview.filter(({ state }) => state === 'in_review').length,
  };
  if (open.length === 0) return null;
  const isAll = chosen.length === open.length;
  return (
    <div className={styles.bar} role="group" aria-label={t('payments.bulk_label')}>
      <CheckboxField
        label={t('payments.bulk_all')}
        checked={isAll}
        onChange={() => choose(isAll ? [] : open.map(({ id }) => id))}
      />
      {counts.assign > 0 && (
        <Button onClick={() => onAct('assign', toReview)}>{t('payments.bulk_assign', { count: counts.assign })}</Button>
      )}
      {counts.approve > 0 && (
        <Button variant="primary" onClick={() => onAct('approve', toReview)}>
          {t('payments.bulk_approve', { count: counts.approve })}
        </Button>
      )}
      {approved.length > 0 && (
        <Button variant={counts.approve > 0 ? undefined : 'primary'} onClick={() => onAct('send_payout', approved)}>
          {t('payments.bulk_send_payout', { count: approved.length })}
        </Button>
      )}
    </div>
  );
}
