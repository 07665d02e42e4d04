import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { documentKinds, queueViews } from '#contract/verification/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ListFilters, type Chip } from '#web/platform/lists/ListFilters.tsx';
import { NextLink } from '#web/platform/lists/NextLink.tsx';
import { QueueState } from '#web/platform/lists/QueueState.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { waitingQuery } from '#web/platform/lists/waiting-query.ts';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { queueQuery, saveQueue, type QueueFilter } from './case-queries.ts';
import { useQueueColumns } from './queue-columns.tsx';

const none: Record<keyof QueueFilter, string> = { view: 'waiting', kind: '', search: '' };
const choices = { view: queueViews, kind: documentKinds };

/** Clients whose proofs wait for compliance, what is due first on top. */
export function QueuePage() {
  const t = useText();
  const { filter: fields, narrow: setFields, settled: stood } = useAddressFilter(none, choices);
  const [filter, settled] = [fields as QueueFilter, stood as QueueFilter];
  const setFilter = (next: QueueFilter) => setFields({ ...next });
  const query = useInfiniteQuery(queueQuery(settled));
  const waiting = useQuery(waitingQuery).data;
  const next = query.data?.pages[0]?.rows[0];
  const isNarrow = filter.view !== 'waiting' || filter.kind !== '' || filter.search !== '';
  return (
    <Page
      title={t('verification.staff_title')}
      intro={<QueueState yours={waiting?.queues.verification} overdue={waiting?.overdue.verification} />}
      actions={
        <NextLink to={filter.view === 'waiting' && next ? `/admin/verification/${next.client_id}` : undefined} />
      }
    >
      <ResourceList
        list="verification"
        caption={t('verification.staff_title')}
        query={query}
        rows={({ pages }) => pages.flatMap((page) => page.rows)}
        columns={useQueueColumns()}
        rowKey={(row) => row.client_id}
        to={(row) => `/admin/verification/${row.client_id}`}
        more={query}
        save={() => saveQueue(settled)}
        filters={(end) => <QueueFilters filter={filter} end={end} onChange={setFilter} />}
        isNarrow={isNarrow}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('verification.none_match')} text={t('lists.none_match_text')} />
          ) : (
            <EmptyState
              icon={<Drawing name="olive" />}
              title={t('verification.nothing_waits')}
              text={t('verification.nothing_waits_text')}
            />
          )
        }
      />
    </Page>
  );
}

interface QueueFiltersProps {
  filter: QueueFilter;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: QueueFilter) => void;
}

function QueueFilters({ filter, end, onChange }: QueueFiltersProps) {
  const t = useText();
  const chips: Chip[] = [];
  if (filter.kind) {
    const value = t(`verification.need_${filter.kind}`);
    chips.push({ label: t('verification.what'), value, onClear: () => onChange({ ...filter, kind: '' }) });
  }
  return (
    <ListFilters
      label={t('verification.filter')}
      search={
        <>
          <SelectField
            label={t('verification.view')}
            options={queueViews.map((value) => ({ value, label: t(`verification.view_${value}`) }))}
            value={filter.view}
            onChange={({ target }) => onChange({ ...filter, view: target.value as QueueFilter['view'] })}
          />
          <TextField
            type="search"
            label={t('verification.search')}
            placeholder={t('verification.search')}
            value={filter.search}
            maxLength={80}
            onChange={({ target }) => onChange({ ...filter, search: target.value })}
          />
        </>
      }
      chips={chips}
      end={end}
    >
      <SelectField
        label={t('verification.what')}
        placeholder={t('verification.everything')}
        options={documentKinds.map((value) => ({ value, label: t(`verification.need_${value}`) }))}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: target.value as QueueFilter['kind'] })}
      />
    </ListFilters>
  );
}
