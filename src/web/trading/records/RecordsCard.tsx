import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import type { RecordFilter } from './filter.ts';
import { RecordFilterForm } from './RecordFilterForm.tsx';

interface RecordsCardProps<Page, Row, Choice extends string> {
  title: string;
  /** From `useRecordFilter`. */
  list: {
    choices: readonly Choice[];
    filter: RecordFilter<Choice>;
    setFilter: (filter: RecordFilter<Choice>) => void;
    isNarrowed: boolean;
  };
  /** What the list is chosen by, and how each choice is named. */
  choice: { label: string; nameOf: (choice: Choice) => string };
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  rowsOf: (page: Page) => readonly Row[];
  /** Saves what the filter lets through as a file for a spreadsheet. */
  onSave: () => Promise<void>;
  /** Stands there as long as there are no records at all. */
  none: ReactNode;
  /** Stands over the filter. */
  above?: ReactNode;
  children: (rows: readonly Row[], first: Page | undefined) => ReactNode;
}

/** Records of one account, narrowed down by the server, page by page, and as a file. */
export function RecordsCard<Page, Row, Choice extends string>(props: RecordsCardProps<Page, Row, Choice>) {
  const { title, list, choice, query, rowsOf, onSave, none, above, children } = props;
  const options = list.choices.map((value) => ({ value, label: choice.nameOf(value) }));
  return (
    <QueryCard
      query={query}
      title={title}
      actions={<CsvButton small action={onSave} />}
      flush
      above={
        <>
          {above}
          <RecordFilterForm filter={list.filter} onChange={list.setFilter} label={choice.label} options={options} />
        </>
      }
      skeleton={<SkeletonRows count={6} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap((page) => rowsOf(page));
        if (rows.length === 0) return list.isNarrowed ? <NoMatch /> : none;
        return (
          <div aria-busy={query.isPlaceholderData}>
            {children(rows, pages[0])}
            <MoreButton query={query} />
          </div>
        );
      }}
    </QueryCard>
  );
}
