import { useInfiniteQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { mayExplain } from './may-explain.ts';
import textStyles from '#web/ui/Text.module.css';
import { runsQuery, saveRuns } from './reconciliation-queries.ts';
import { RunState } from './RunState.tsx';
import { StatementDialog } from './StatementDialog.tsx';

/** Statements of banks and providers that were held against the books, and the way to add one. */
export function StatementsCard() {
  const t = useText();
  const user = useSignedIn();
  const runs = useInfiniteQuery(runsQuery('statement'));
  const [adding, setAdding] = useState(false);
  return (
    <QueryCard
      query={runs}
      title={t('reconciliation.statements_title')}
      flush
      skeleton={<SkeletonRows count={3} />}
      actions={
        <>
          <CsvButton small action={() => saveRuns('statement')} />
          {mayExplain(user) && (
            <Button size="small" onClick={() => setAdding(true)}>
              {t('reconciliation.add_statement')}
            </Button>
          )}
        </>
      }
    >
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.runs);
        return (
          <>
            {rows.length === 0 ? (
              <EmptyState
                icon={FileSpreadsheet}
                title={t('reconciliation.no_statements')}
                text={t('reconciliation.no_statements_text')}
              />
            ) : (
              <StatementTable rows={rows} />
            )}
            <MoreButton query={runs} />
            <StatementDialog open={adding} onClose={() => setAdding(false)} />
          </>
        );
      }}
    </QueryCard>
  );
}

function StatementTable({ rows }: { rows: readonly ReconciliationRun[] }) {
  const t = useText();
  const format = useFormat();
  const columns: Column<ReconciliationRun>[] = [
    {
      key: 'name',
      header: t('reconciliation.statement'),
      cell: ({ id, name, method, from, to }) => (
        <>
          <Link to={`/admin/reconciliation/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          <p className={textStyles.soft}>
            {method && t(`payments.method_${method}`)} · {from && format.day(from)} – {to && format.day(to)}
          </p>
        </>
      ),
    },
    {
      key: 'by',
      header: t('reconciliation.by'),
      cell: ({ requested_by: by, connection, requested_at: at }) => (
        <>
          {connection === null ? <bdi>{by}</bdi> : t('reconciliation.by_connection', { connection })}
          <p className={textStyles.soft}>
            <DateTime at={at} as="brief" />
          </p>
        </>
      ),
    },
    { key: 'state', header: t('reconciliation.result'), cell: (run) => <RunState run={run} /> },
  ];
  return (
    <DataTable caption={t('reconciliation.statements_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
  );
}
