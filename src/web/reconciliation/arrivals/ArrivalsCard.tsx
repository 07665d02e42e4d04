import { useInfiniteQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { BankFileArrival } from '#contract/reconciliation/statements.ts';
import { call } from '#web/platform/api/api.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useAsyncAction } from '#web/platform/forms/use-async-action.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useUser } from '#web/platform/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { State } from '#web/ui/State.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { arrivalsQuery, refreshRuns } from '../reconciliation-queries.ts';

/** What banks have left by their connections, and what became of it. Nothing is shown without such a connection. */
export function ArrivalsCard() {
  const t = useText();
  const arrivals = useInfiniteQuery(arrivalsQuery);
  const [first] = arrivals.data?.pages ?? [];
  if (!first?.connected && !first?.arrivals.length) return null;
  return (
    <QueryCard query={arrivals} title={t('reconciliation.arrivals_title')} flush skeleton={<SkeletonRows count={3} />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.arrivals);
        return (
          <>
            {rows.length === 0 ? (
              <EmptyState
                icon={Inbox}
                title={t('reconciliation.arrivals_none')}
                text={t('reconciliation.arrivals_none_text')}
              />
            ) : (
              <ArrivalsTable rows={rows} />
            )}
            <MoreButton query={arrivals} />
          </>
        );
      }}
    </QueryCard>
  );
}

function ArrivalsTable({ rows }: { rows: readonly BankFileArrival[] }) {
  const t = useText();
  const columns: Column<BankFileArrival>[] = [
    {
      key: 'file',
      header: t('reconciliation.arrival_file'),
      leads: true,
      cell: ({ name, connection, left_at: at }) => (
        <>
          <bdi>{name}</bdi>
          <p className={textStyles.soft}>
            <bdi>{connection}</bdi> · <DateTime at={at} />
          </p>
        </>
      ),
    },
    { key: 'result', header: t('reconciliation.result'), cell: (arrival) => <Result arrival={arrival} /> },
  ];
  return (
    <DataTable caption={t('reconciliation.arrivals_title')} columns={columns} rows={rows} rowKey={({ id }) => id} />
  );
}

function Result({
  arrival: { id, state, kind, refusal, run_id: runId, bank_file: number },
}: {
  arrival: BankFileArrival;
}) {
  const t = useText();
  if (runId !== null) return <Link to={`/admin/reconciliation/${runId}`}>{t('reconciliation.arrival_statement')}</Link>;
  if (state === 'read' && kind === 'report' && number !== null)
    return <Link to="/admin/money/files">{t('reconciliation.arrival_report', { number })}</Link>;
  return (
    <>
      <State tone={state === 'refused' ? 'negative' : 'neutral'}>
        {t(`reconciliation.arrival_${state as 'seen'}`)}
      </State>
      {(state === 'refused' || state === 'nothing') && <p className={textStyles.soft}>{refusal}</p>}
      {(state === 'refused' || state === 'nothing') && <Decide id={id} isOpen={state === 'refused'} />}
    </>
  );
}

/** It is read again once the cause is mended, also after it was closed; an open one may need nothing. */
function Decide({ id, isOpen }: { id: string; isOpen: boolean }) {
  const t = useText();
  const reread = useAsyncAction();
  const close = useAsyncAction();
  const roles = useUser()?.roles ?? [];
  if (!roles.includes('finance') && !roles.includes('admin')) return null;
  const decide = async (how: 'reread' | 'close') => {
    await call(`POST /api/staff/reconciliation/arrivals/${how}`, { body: { arrival_id: id } });
    await refreshRuns();
    if (how === 'reread') toast({ text: t('reconciliation.arrival_rereading') });
  };
  return (
    <div className={flowStyles.row}>
      <Button size="small" busy={reread.isBusy} onClick={() => reread.run(() => decide('reread'))}>
        {t('reconciliation.arrival_reread')}
      </Button>
      {isOpen && (
        <Button size="small" busy={close.isBusy} onClick={() => close.run(() => decide('close'))}>
          {t('reconciliation.arrival_nothing')}
        </Button>
      )}
    </div>
  );
}
