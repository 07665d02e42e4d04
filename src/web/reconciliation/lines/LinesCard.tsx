import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheckBig, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { lineResults, openResults } from '#contract/reconciliation/names.ts';
import type { ShownLines, StatementLineInfo } from '#contract/reconciliation/statements.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { CreditLineDialog } from './CreditLineDialog.tsx';
import { DismissLineDialog } from './DismissLineDialog.tsx';
import { LinesTable } from './LinesTable.tsx';
import { linesQuery } from '../reconciliation-queries.ts';

/** The lines of a statement, first those that staff have to decide on. */
export function LinesCard({ run }: { run: ReconciliationRun }) {
  const t = useText();
  const hasOpen = (run.lines?.open ?? 0) > 0;
  const [chosen, setChosen] = useState<ShownLines | ''>();
  const [crediting, setCrediting] = useState<StatementLineInfo | null>(null);
  const [dismissing, setDismissing] = useState<StatementLineInfo | null>(null);
  const show = chosen ?? (hasOpen ? 'open' : '');
  const query = useInfiniteQuery(linesQuery(run, show));
  const counts = new Map(query.data?.pages[0]?.results.map(({ result, count }) => [result, count]));
  const open = openResults.reduce((sum, result) => sum + (counts.get(result) ?? 0), 0);
  const option = (value: ShownLines, count: number) => ({
    value,
    label: `${t(`reconciliation.line_${value}`)} (${count})`,
  });
  return (
    <QueryCard
      query={query}
      title={t('reconciliation.lines_title')}
      flush
      skeleton={<SkeletonRows count={5} />}
      above={
        <Filters label={t('common.filters')} above brief>
          <SelectField
            label={t('reconciliation.result')}
            placeholder={t('reconciliation.every_result')}
            options={[
              ...(open > 0 || show === 'open' ? [option('open', open)] : []),
              ...lineResults.filter((each) => counts.has(each)).map((each) => option(each, counts.get(each) ?? 0)),
            ]}
            value={show}
            onChange={({ target }) => setChosen(target.value as ShownLines | '')}
          />
        </Filters>
      }
    >
      {({ pages }) => {
        const rows = pages.flatMap(({ lines }) => lines);
        return (
          <>
            {rows.length === 0 ? (
              <EmptyState
                icon={show === 'open' ? CircleCheckBig : SearchX}
                title={t(show === 'open' ? 'reconciliation.lines_done' : 'lists.none_match')}
                text={t(show === 'open' ? 'reconciliation.lines_done_text' : 'lists.none_match_text')}
              />
            ) : (
              <LinesTable rows={rows} onCredit={setCrediting} onDismiss={setDismissing} />
            )}
            <MoreButton query={query} />
            {crediting && (
              <CreditLineDialog
                line={crediting}
                takesClients={run.method === 'bank_transfer'}
                onClose={() => setCrediting(null)}
              />
            )}
            {dismissing && <DismissLineDialog line={dismissing} onClose={() => setDismissing(null)} />}
          </>
        );
      }}
    </QueryCard>
  );
}
