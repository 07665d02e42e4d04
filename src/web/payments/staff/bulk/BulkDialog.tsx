import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { Async } from '#web/platform/api/Async.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { bulkPreview } from './bulk-preview.ts';
import { BulkTable } from './BulkTable.tsx';
import { isSentBack, leftOut, type BulkAction } from './plan.ts';
import { movedBy, totalsOf } from './totals.ts';
import { useBulkRun } from './use-bulk-run.ts';

const notes = {
  assign: 'payments.action_assign_text',
  approve: 'payments.bulk_note',
  send_payout: 'payments.action_send_payout_text',
} as const;

interface BulkDialogProps {
  action: BulkAction;
  rows: readonly QueueRow[];
  /** With the withdrawals on which the act is done. */
  onClose: (done: readonly string[]) => void;
}

/** Shows, before an act on several withdrawals, what it will do to each, and afterwards what it did. */
export function BulkDialog({ action, rows, onClose }: BulkDialogProps) {
  const t = useText();
  const format = useFormat();
  const me = useSignedIn();
  const formId = useId();
  const preview = useQuery(bulkPreview(useId(), rows));
  const { run, isBusy, outcomes } = useBulkRun(action);
  const meant = (preview.data ?? []).filter((item) => leftOut(action, item, me.id) === null);
  const providers = [...new Set(meant.map(({ payout_by: by }) => by))];
  const done = [...outcomes].flatMap(([id, outcome]) =>
    'item' in outcome && !isSentBack(action, outcome.item) ? [id] : [],
  );
  const open = meant.filter(({ payment }) => !done.includes(payment.id));
  // Those that were refused are tried again from the list: there the preview is new.
  const next = open.filter(({ payment }) => {
    const outcome = outcomes.get(payment.id);
    return !outcome || ('again' in outcome && outcome.again);
  });
  const title = t(`payments.bulk_${action}`, { count: meant.length || rows.length });
  const text = next.length > 0 ? t(`payments.bulk_${action}`, { count: next.length }) : undefined;
  return (
    <Dialog
      open
      wide
      title={title}
      closeLabel={t('common.m167_close')}
      loadingText={t('common.loading')}
      confirmText={text}
      confirmForm={formId}
      busy={isBusy}
      onClear={() => onClose(done)}
    >
      <form
        id={formId}
        className={flowStyles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void run(next.map(({ payment }) => payment.id));
        }}
      >
        <p className={textStyles.soft}>{t(notes[action])}</p>
        {providers.map((provider) => (
          <p key={provider}>
            {provider !== null && <bdi className={textStyles.soft}>{provider} </bdi>}
            <strong>
              {totalsOf(
                meant.filter(({ payout_by: by }) => by === provider).map(({ payment }) => movedBy(action, payment)),
              )
                .map(({ amount, currency }) => format.money(amount, currency))
                .join(' · ')}
            </strong>
          </p>
        ))}
        <div role="status">
          {outcomes.size > 0 && (
            <Alert
              tone={done.length === meant.length ? 'positive' : 'warning'}
              title={t('payments.bulk_result', { done: done.length, all: meant.length })}
            />
          )}
        </div>
        <Async query={preview} skeleton={<SkeletonRows count={6} />}>
          {(items) => <BulkTable action={action} items={items} outcomes={outcomes} />}
        </Async>
      </form>
    </Dialog>
  );
}
