import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useText } from '#web/platform/i18n.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { Inbox } from 'lucide-react';

interface PartCardProps<Row extends { id: string }> {
  title: string;
  query: Pick<UseQueryOptions<Row[], Error, Row[]>, 'queryKey' | 'queryFn'>;
  columns: readonly Column<Row>[];
}

/** A part of the card that lists what a client has of one kind. */
export function PartCard<Row extends { id: string }>({ title, query, columns }: PartCardProps<Row>) {
  const t = useText();
  const rows = useQuery(query);
  return (
    <QueryCard query={rows} title={title} flush skeleton={<SkeletonRows count={5} />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState icon={Inbox} title={t('staff.has_none')} />
        ) : (
          <DataTable caption={title} columns={columns} rows={list} rowKey={({ id }) => id} />
        )
      }
    </QueryCard>
  );
}
