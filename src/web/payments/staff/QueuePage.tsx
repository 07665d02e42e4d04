import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheckBig, Scale, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { QueueRow } from '#contract/payments/staff-endpoints.ts';
import { paymentKinds } from '#contract/payments/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useSelection } from '#web/platform/lists/use-selection.ts';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Button, buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import textStyles from '#web/ui/Text.module.css';
import { BulkBar, isInReview } from './bulk/BulkBar.tsx';
import { BulkDialog } from './bulk/BulkDialog.tsx';
import type { BulkAction } from './bulk/plan.ts';
import { AdjustDialog } from './AdjustDialog.tsx';
import { queueViews, queueQuery, saveQueue, type QueueFilter } from './queue-queries.ts';
import { QueueTable } from './QueueTable.tsx';
import { FindingsCard } from './FindingsCard.tsx';
import { MirroredBooksCard } from './MirroredBooksCard.tsx';
import { TransfersCard } from './TransfersCard.tsx';
import { WaitingCard } from './WaitingCard.tsx';
import { mayDecide } from './may-decide.ts';

const none: Record<keyof QueueFilter, string> = { view: 'waiting', kind: '', search: '', from: '', to: '' };
const choices = { view: queueViews, kind: paymentKinds };

/** Deposits, withdrawals and adjustments as staff see them: what waits, what needs a second person, what was done. */
export function QueuePage() {
  const t = useText();
  const format = useFormat();
  const user = useSignedIn();
  const { filter: fields, narrow: setFields, settled: stood } = useAddressFilter(none, choices);
  const [filter, settled] = [fields as QueueFilter, stood as QueueFilter];
  const setFilter = (next: QueueFilter) => setFields({ ...next });
  const [adjusting, setAdjusting] = useState(false);
  const selection = useSelection();
  const [bulk, setBulk] = useState<{ action: BulkAction; rows: readonly QueueRow[] } | null>(null);
  const query = useInfiniteQuery(queueQuery(settled));
  const choice = mayDecide(user)
    ? {
        ...selection,
        header: t('payments.bulk_chosen'),
        label: ({ number }: QueueRow) => t('payments.bulk_pick', { number }),
        may: isInReview,
      }
    : undefined;
  const first = query.data?.pages[0];
  return (
    <Page
      title={t('payments.staff_title')}
      actions={
        <>
          <Link to="/admin/money/files" className={buttonClass()}>
            {t('payments.files_title')}
          </Link>
          <CsvButton action={() => saveQueue(settled)} />
          {mayDecide(user) && (
            <Button icon={<Scale {...icon} />} onClick={() => setAdjusting(true)}>
              {t('payments.adjust')}
            </Button>
          )}
        </>
      }
    >
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<QueueFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.payments);
          if (rows.length > 0) {
            return (
              <div aria-busy={query.isPlaceholderData}>
                {choice && (
                  <BulkBar
                    rows={rows}
                    selection={selection}
                    onAct={(action, chosen) => setBulk({ action, rows: chosen })}
                  />
                )}
                <QueueTable rows={rows} choice={choice} />
                <MoreButton query={query} />
              </div>
            );
          }
          if (filter.view !== 'waiting' || filter.kind || filter.search || filter.from || filter.to)
            return <EmptyState icon={SearchX} title={t('payments.none_match')} />;
          return <EmptyState icon={CircleCheckBig} title={t('payments.nothing_waits')} />;
        }}
      </QueryCard>
      <FindingsCard />
      <WaitingCard query={{ ...query, data: first?.totals }} />
      <TransfersCard />
      <MirroredBooksCard />
      {first && (
        <p className={textStyles.soft}>
          {t('payments.staff_intro', { amount: format.money(first.second_approver_from, 'USD') })}
        </p>
      )}
      {bulk && (
        <BulkDialog
          {...bulk}
          onClose={(done) => {
            setBulk(null);
            // What was claimed is approved next.
            if (bulk.action === 'approve') selection.choose([...selection.keys].filter((id) => !done.includes(id)));
          }}
        />
      )}
      <AdjustDialog open={adjusting} onClose={() => setAdjusting(false)} />
    </Page>
  );
}

interface QueueFiltersProps {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
}

function QueueFilters({ filter, onChange }: QueueFiltersProps) {
  const t = useText();
  return (
    <Filters label={t('payments.filter')} above>
      <SelectField
        label={t('payments.view')}
        options={queueViews.map((value) => ({ value, label: t(`payments.view_${value}`) }))}
        value={filter.view}
        onChange={({ target }) => onChange({ ...filter, view: target.value as QueueFilter['view'] })}
      />
      <SelectField
        label={t('payments.kind')}
        placeholder={t('payments.every_kind')}
        options={paymentKinds.map((value) => ({ value, label: t(`payments.kind_${value}`) }))}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value as QueueFilter['kind'] })}
      />
      <TextField
        type="search"
        label={t('payments.staff_search')}
        value={filter.search}
        maxLength={80}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <TextField
        type="date"
        label={t('payments.moved_from')}
        value={filter.from}
        onChange={({ target }) => onChange({ ...filter, from: target.value })}
      />
      <TextField
        type="date"
        label={t('payments.moved_to')}
        value={filter.to}
        onChange={({ target }) => onChange({ ...filter, to: target.value })}
      />
    </Filters>
  );
}
