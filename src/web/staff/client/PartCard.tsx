import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { ResourceTable } from '#web/platform/lists/ResourceTable.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import type { ReactElement } from 'react';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { TabsEnd } from '#web/ui/layout/Tabs.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';

/** Which part of which client to fetch, and from which cursor. */
interface Query {
  client_id: string;
  cursor?: string;
}

interface PageOf<Row> {
  rows: Row[];
  next_cursor: string | null;
}

/** What a client has of one kind, page by page. */
export const partQuery = <Row,>(part: string, id: string, read: (query: Query) => Promise<PageOf<Row>>) =>
  infiniteQueryOptions({
    queryKey: ['clients', 'part', part, id],
    queryFn: ({ pageParam: cursor }) => read({ client_id: id, ...(cursor !== null && { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

interface PartCardProps<Row extends { id: string }> {
  title: string;
  /** It is all that its part of the client has: the tab names it, and its file is saved at the end of the tabs. */
  whole?: boolean;
  /** Columns of one width, as in the table above or below it. */
  even?: boolean;
  query: ReturnType<typeof partQuery<Row>>;
  /** Saves all of them as a file; undefined where there is no export. */
  save?: () => Promise<void>;
  columns: readonly Column<Row>[];
  /** Says that there are none. */
  none?: string;
  /** What can be done where there are none. */
  act?: ReactElement | undefined;
  /** Where a row leads. */
  to?: ((row: Row) => Path) | undefined;
}

/** A part of the card that lists what a client has of one kind. */
export function PartCard<Row extends { id: string }>({
  title,
  whole = false,
  even = false,
  query,
  save,
  columns,
  none,
  act,
  to,
}: PartCardProps<Row>) {
  const t = useText();
  const list = useInfiniteQuery(query);
  const isEmpty = list.data?.pages.every(({ rows }) => rows.length === 0);
  const file = save && list.data && !isEmpty && <CsvButton small action={save} />;
  return (
    <QueryCard
      query={list}
      title={isEmpty ? undefined : title}
      titled={!whole}
      flush
      actions={!whole && file}
      skeleton={<SkeletonRows count={5} />}
    >
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length === 0)
          return (
            <EmptyState
              icon={<Drawing name="bench" />}
              title={none ?? t('staff.has_none')}
              {...(act ? { action: act } : { text: t('staff.has_none_text') })}
            />
          );
        const table = {
          caption: title,
          columns,
          rows,
          rowKey: ({ id }: Row) => id,
          even,
        };
        return (
          <>
            {whole && <TabsEnd>{file}</TabsEnd>}
            {to ? <ResourceTable {...table} to={to} /> : <DataTable {...table} />}
            <MoreButton query={list} />
          </>
        );
      }}
    </QueryCard>
  );
}
