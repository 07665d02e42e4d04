import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheckBig, SearchX } from 'lucide-react';
import { documentKinds, queueViews } from '#contract/verification/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { queueQuery, saveQueue, type QueueFilter } from './case-queries.ts';
import { QueueTable } from './QueueTable.tsx';

const none: Record<keyof QueueFilter, string> = { view: 'waiting', kind: '', search: '' };
const choices = { view: queueViews, kind: documentKinds };

/** Clients whose proofs wait for compliance, what is due first on top. */
export function QueuePage() {
  const t = useText();
  const { filter: fields, narrow: setFields, settled: stood } = useAddressFilter(none, choices);
  const [filter, settled] = [fields as QueueFilter, stood as QueueFilter];
  const setFilter = (next: QueueFilter) => setFields({ ...next });
  const query = useInfiniteQuery(queueQuery(settled));
  const isNarrow = filter.view !== 'waiting' || filter.kind !== '' || filter.search !== '';
  return (
    <Page title={t('verification.staff_title')} actions={<CsvButton action={() => saveQueue(settled)} />}>
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={8} />}
        above={<QueueFilters filter={filter} onChange={setFilter} />}
      >
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) {
            return isNarrow ? (
              <EmptyState icon={SearchX} title={t('verification.none_match')} />
            ) : (
              <EmptyState icon={CircleCheckBig} title={t('verification.nothing_waits')} />
            );
          }
          return (
            <div aria-busy={query.isPlaceholderData}>
              <QueueTable rows={rows} />
              <MoreButton query={query} />
            </div>
          );
        }}
      </QueryCard>
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
    <Filters label={t('verification.filter')} above>
      <SelectField
        label={t('verification.view')}
        options={queueViews.map((value) => ({ value, label: t(`verification.view_${value}`) }))}
        value={filter.view}
        onChange={({ target }) => onChange({ ...filter, view: target.value as QueueFilter['view'] })}
      />
      <SelectField
        label={t('verification.what')}
        placeholder={t('verification.everything')}
        options={documentKinds.map((value) => ({ value, label: t(`verification.need_${value}`) }))}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value as QueueFilter['kind'] })}
      />
      <TextField
        type="search"
        label={t('verification.search')}
        value={filter.search}
        maxLength={80}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
    </Filters>
  );
}
