import { SearchX } from 'lucide-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BookEntry } from '#contract/ipo/staff-records.ts';
import { applicationStates, type ApplicationState as State } from '#contract/ipo/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { Totals } from '#web/ui/figures/Totals.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TabsEnd } from '#web/ui/layout/Tabs.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { ApplicationState } from '../../application/ApplicationState.tsx';
import textStyles from '#web/ui/Text.module.css';
import { bookQuery, saveBook, type BookFilter, type StaffOfferingInfo } from '../offering-queries.ts';
import { RejectDialog } from './RejectDialog.tsx';

const typingDelayMs = 300;

/** Every application in the book; a pending one can be rejected. */
export function BookTableCard({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const [filter, setFilter] = useState<BookFilter>({ state: '', search: '' });
  const [rejecting, setRejecting] = useState<BookEntry | null>(null);
  const settled = { ...filter, search: useDebounced(filter.search.trim(), typingDelayMs) };
  const query = useInfiniteQuery(bookQuery(info.stock_id, settled));
  return (
    <QueryCard
      query={query}
      title={t('offerings.applications')}
      titled={false}
      flush
      skeleton={<SkeletonRows count={5} />}
      above={
        <Filters label={t('offerings.filter')} above brief>
          <SelectField
            label={t('ipo.state')}
            placeholder={t('ipo.every_state')}
            options={applicationStates.map((value) => ({ value, label: t(`ipo.application_${value}`) }))}
            value={filter.state}
            onChange={({ target }) => setFilter({ ...filter, state: target.value as State | '' })}
          />
          <TextField
            type="search"
            label={t('offerings.search_book')}
            placeholder={t('offerings.search_book')}
            value={filter.search}
            maxLength={80}
            onChange={({ target }) => setFilter({ ...filter, search: target.value })}
          />
        </Filters>
      }
    >
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.applications);
        if (rows.length === 0 && !settled.state && !settled.search)
          return <Nothing text={t('offerings.no_applications')} />;
        if (rows.length === 0)
          return <EmptyState icon={SearchX} title={t('lists.none_match')} text={t('lists.none_match_text')} />;
        return (
          <div aria-busy={query.isPlaceholderData}>
            <TabsEnd>
              <CsvButton small action={() => saveBook(info.stock_id, settled)} />
            </TabsEnd>
            {!settled.state && !settled.search && <BookTotals info={info} />}
            <BookTable rows={rows} currency={info.terms.currency} onReject={setRejecting} />
            <MoreButton query={query} />
            {rejecting && <RejectDialog info={info} entry={rejecting} onClose={() => setRejecting(null)} />}
          </div>
        );
      }}
    </QueryCard>
  );
}

/** What all applications come to. */
function BookTotals({ info: { book, terms } }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  return (
    <Totals
      items={[
        {
          term: t('offerings.applications'),
          details: format.number(book.by_state.reduce((sum, { applications }) => sum + applications, 0)),
        },
        { term: t('ipo.requested'), details: format.number(book.requested) },
        { term: t('ipo.held'), details: <Sum amount={book.held} currency={terms.currency} /> },
      ]}
    />
  );
}

interface BookTableProps {
  rows: readonly BookEntry[];
  currency: string;
  onReject: (entry: BookEntry) => void;
}

function BookTable({ rows, currency, onReject }: BookTableProps) {
  const t = useText();
  const format = useFormat();
  const columns: Column<BookEntry>[] = [
    {
      key: 'client',
      header: t('offerings.client'),
      leads: true,
      cell: ({ client, by_staff: byStaff }) => (
        <>
          <bdi>{client.name}</bdi> {byStaff && <Badge tone="warning">{t('offerings.by_staff')}</Badge>}
        </>
      ),
    },
    { key: 'number', header: t('ipo.number'), bare: true, cell: ({ number }) => <RecordNumber value={number} /> },
    { key: 'tier', header: t('common.tier'), bare: true, cell: ({ tier }) => t(`common.tier_${tier}`) },
    { key: 'at', header: t('offerings.at'), bare: true, cell: ({ at }) => <DateTime at={at} as="brief" /> },
    {
      key: 'state',
      header: t('ipo.state'),
      bare: true,
      once: ({ state, reason }) => `${state} ${reason?.explanation}`,
      cell: ({ state, reason }) => (
        <>
          <ApplicationState state={state} reader="staff" />
          {reason && <p className={textStyles.soft}>{reason.explanation}</p>}
        </>
      ),
    },
    {
      key: 'quantity',
      header: t('ipo.by_shares'),
      numeric: true,
      cell: ({ quantity, allotted_quantity, limit_price }) => (
        <>
          {allotted_quantity === null
            ? format.number(quantity)
            : t('ipo.of', { part: format.number(allotted_quantity), whole: format.number(quantity) })}
          {limit_price && (
            <p className={textStyles.soft}>{t('offerings.limit', { price: format.symbol(limit_price, currency) })}</p>
          )}
        </>
      ),
    },
    {
      key: 'held',
      header: t('ipo.held'),
      numeric: true,
      cell: ({ held }) => <Sum amount={held} currency={currency} />,
    },
    {
      key: 'act',
      header: t('offerings.act'),
      acts: true,
      cell: (entry) =>
        entry.rejectable && (
          <Menu
            label={t('lists.acts_on', { name: entry.number })}
            acts={[{ label: t('offerings.action_reject'), danger: true, onChoose: () => onReject(entry) }]}
          />
        ),
    },
  ];
  return <DataTable caption={t('offerings.applications')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
