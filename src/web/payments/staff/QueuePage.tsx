import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Scale, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { oldestFirst, paymentKinds, queueSorts } from '#contract/payments/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { NextLink } from '#web/platform/lists/NextLink.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useSort } from '#web/platform/lists/use-sort.ts';
import { useSelection } from '#web/platform/lists/use-selection.ts';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import textStyles from '#web/ui/Text.module.css';
import { BulkBar, isOpenTo } from './bulk/BulkBar.tsx';
import { BulkDialog } from './bulk/BulkDialog.tsx';
import type { BulkAction } from './bulk/plan.ts';
import { AutomaticApprovalCard } from './AutomaticApprovalCard.tsx';
import { AdjustDialog } from './AdjustDialog.tsx';
import { queueViews, queueQuery, saveQueue, type QueueFilter } from './queue-queries.ts';
import { waitingQuery } from '#web/platform/lists/waiting-query.ts';
import { QueueState } from '#web/platform/lists/QueueState.tsx';
import { useQueueColumns } from './queue-columns.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { FindingsCard } from './FindingsCard.tsx';
import { MirroredBooksCard } from './MirroredBooksCard.tsx';
import { TransfersCard } from './TransfersCard.tsx';
import { WaitingTiles } from './WaitingTiles.tsx';
import { mayDecide } from './may-decide.ts';

const none: Record<keyof QueueFilter, string> = {
  view: 'waiting',
  kind: '',
  search: '',
  from: '',
  to: '',
  connection: '',
};
const choices = { view: queueViews, kind: paymentKinds };

/** Deposits, withdrawals and adjustments as staff see them: what waits, what needs a second person, what was done. */
export function QueuePage() {
  const t = useText();
  const format = useFormat();
  const user = useSignedIn();
  const { filter: fields, narrow: setFields, settled: stood } = useAddressFilter(none, choices);
  const filter = fields as QueueFilter;
  // What has waited longest is done first; of all there was, the latest is looked for.
  const sorts = stood.view === 'all' ? queueSorts : oldestFirst;
  const { sort = sorts[0] } = useSort(sorts);
  const settled = { ...(stood as QueueFilter), sort };
  const setFilter = (next: QueueFilter) => setFields({ ...next });
  const [adjusting, setAdjusting] = useState(false);
  const selection = useSelection();
  const [bulk, setBulk] = useState<{ action: BulkAction; rows: readonly QueueRow[] } | null>(null);
  const query = useInfiniteQuery(queueQuery(settled));
  const waiting = useQuery(waitingQuery).data;
  const first = query.data?.pages[0];
  const sends = first?.sends_payouts === true;
  const choice = mayDecide(user)
    ? {
        ...selection,
        header: t('payments.bulk_chosen'),
        label: ({ number }: QueueRow) => t('payments.bulk_pick', { number }),
        may: isOpenTo(sends),
      }
    : undefined;
  const { view, search, from, to, connection } = filter;
  const isOfWaiting = view === 'waiting' && !search && !from && !to && !connection;
  const next = first?.payments[0];
  const isNarrow = !isOfWaiting || filter.kind !== '';
  return (
    <Page
      title={t('payments.staff_title')}
      intro={<QueueState yours={waiting?.queues.payments} />}
      actions={
        <>
          {/* The menu of a phone leads there as well. */}
          <Link to="/admin/money/files" className={cx(buttonClass(), textStyles.wide)}>
            {t('payments.files_title')}
          </Link>
          {mayDecide(user) && (
            <Button icon={<Scale {...icon} />} onClick={() => setAdjusting(true)}>
              {t('payments.adjust')}
            </Button>
          )}
          {mayDecide(user) && <NextLink to={view === 'waiting' && next ? `/admin/money/${next.id}` : undefined} />}
        </>
      }
    >
      <WaitingTiles
        totals={first?.totals}
        shown={isOfWaiting ? filter.kind : undefined}
        onShow={(kind) => setFields({ ...none, kind })}
      />
      <ResourceList
        list="payments"
        caption={t('payments.staff_title')}
        query={query}
        rows={({ pages }) => pages.flatMap((page) => page.payments)}
        columns={useQueueColumns()}
        sorts={sorts}
        rowKey={({ id }) => id}
        to={({ id }) => `/admin/money/${id}`}
        choice={choice}
        more={query}
        save={() => saveQueue(settled)}
        filters={(end) => <QueueFilters filter={filter} end={end} onChange={setFilter} />}
        before={(rows) =>
          choice && (
            <BulkBar
              rows={rows}
              sends={sends}
              selection={selection}
              onAct={(action, chosen) => setBulk({ action, rows: chosen })}
            />
          )
        }
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('payments.none_match')} text={t('lists.none_match_text')} />
          ) : (
            <EmptyState
              icon={<Drawing name="basin" />}
              title={t('payments.nothing_waits')}
              text={t('payments.nothing_waits_text')}
            />
          )
        }
      />
      <FindingsCard />
      <AutomaticApprovalCard />
      <TransfersCard />
      <MirroredBooksCard />
      {first && (
        <p className={textStyles.soft}>
          {t('payments.staff_intro', { amount: format.symbol(first.second_approver_from, 'USD') })}
        </p>
      )}
      {bulk && (
        <BulkDialog
          {...bulk}
          onClose={(done) => {
            setBulk(null);
            // What was claimed is approved next.
            if (bulk.action !== 'assign') selection.choose([...selection.keys].filter((id) => !done.includes(id)));
          }}
        />
      )}
      <AdjustDialog open={adjusting} onClose={() => setAdjusting(false)} />
    </Page>
  );
}
