import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { findingResults, type FindingResult } from '#contract/reconciliation/names.ts';
import type { ReconciliationFinding, ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ExplainDialog } from './ExplainDialog.tsx';
import { FindingsTable } from './FindingsTable.tsx';
import { LinesCard } from './lines/LinesCard.tsx';
import { runQuery } from './reconciliation-queries.ts';
import { RunFacts } from './RunFacts.tsx';
import { RunState } from './RunState.tsx';
import { UnbookedCard } from './UnbookedCard.tsx';

/** One comparison with all that it found, the worst first. */
export function RunPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const [result, setResult] = useState<FindingResult | ''>('');
  const [explained, setExplained] = useState<ReconciliationFinding | null>(null);
  const query = useInfiniteQuery({ ...runQuery(id, result), throwOnError: true });
  const run = query.data?.pages[0]?.run;
  // Without a result there is nothing to narrow down or to download.
  const isBare = run?.results.length === 0;
  const title = !run || run.kind === 'statement' ? run?.name : t(`reconciliation.${run.kind}_title`);
  return (
    <Page
      back={<Link to="/admin/reconciliation">{t('reconciliation.title')}</Link>}
      title={title ?? t('reconciliation.run_title')}
      state={run && <About run={run} />}
      actions={
        !isBare && (
          <CsvButton
            action={() =>
              download('GET /api/staff/reconciliation/run/file', { query: { run_id: id, ...(result && { result }) } })
            }
          />
        )
      }
    >
      {run?.lines && <LinesCard run={run} />}
      {run && run.unbooked.length > 0 && <UnbookedCard unbooked={run.unbooked} />}
      {run?.state !== 'settling' && (
        <QueryCard
          query={query}
          flush
          {...(run?.lines && { title: t('reconciliation.compared_title') })}
          skeleton={<SkeletonRows count={8} />}
          above={!isBare && <ResultFilter run={run} result={result} onChange={setResult} />}
        >
          {({ pages }) => {
            const rows = pages.flatMap(({ findings }) => findings);
            if (rows.length === 0) return <NothingFound run={run} isNarrow={result !== ''} />;
            return (
              <>
                <FindingsTable rows={rows} onExplain={setExplained} />
                <MoreButton query={query} />
              </>
            );
          }}
        </QueryCard>
      )}
      {explained && <ExplainDialog finding={explained} onClose={() => setExplained(null)} />}
    </Page>
  );
}

/** No finding is good news of a comparison that is done, and says nothing of another one. */
function NothingFound({ run, isNarrow }: { run: ReconciliationRun | undefined; isNarrow: boolean }) {
  const t = useText();
  if (isNarrow) return <EmptyState icon={SearchX} title={t('lists.none_match')} text={t('lists.none_match_text')} />;
  if (run && run.state !== 'done')
    return (
      <EmptyState
        icon={<Drawing name="sundial" />}
        title={t(run.state === 'failed' ? 'reconciliation.run_failed' : 'reconciliation.under_way_text')}
        action={
          <Link to="/admin/reconciliation" className={buttonClass()}>
            {t('reconciliation.title')}
          </Link>
        }
      />
    );
  return (
    <EmptyState
      icon={<Drawing name="olive" />}
      title={t(run?.kind === 'proof' ? 'reconciliation.rules_hold' : 'reconciliation.all_agree')}
      text={t('reconciliation.nothing_open_text')}
    />
  );
}

function About({ run }: { run: ReconciliationRun }) {
  const format = useFormat();
  const { state, from, to, requested_by: by, requested_at: at } = run;
  return (
    <>
      <RunState run={run} />
      {from && to && (
        <span>
          {format.day(from)} – {format.day(to)}
        </span>
      )}
      {/* Of one that has not begun there is nothing to count. */}
      {state === 'done' && (
        <span>
          <RunFacts run={run} />
        </span>
      )}
      <span>
        <DateTime at={at} />
        {by && (
          <>
            {' · '}
            <bdi>{by}</bdi>
          </>
        )}
      </span>
    </>
  );
}

interface ResultFilterProps {
  run: ReconciliationRun | undefined;
  result: FindingResult | '';
  onChange: (result: FindingResult | '') => void;
}

function ResultFilter({ run, result, onChange }: ResultFilterProps) {
  const t = useText();
  const counts = new Map(run?.results.map((each) => [each.result, each.count]));
  return (
    <Filters label={t('common.filters')} above brief>
      <SelectField
        label={t('reconciliation.result')}
        placeholder={t('reconciliation.every_result')}
        options={findingResults
          .filter((each) => counts.has(each))
          .map((each) => ({ value: each, label: `${t(`reconciliation.result_${each}`)} (${counts.get(each) ?? 0})` }))}
        value={result}
        onChange={({ target }) => onChange(target.value as FindingResult | '')}
      />
    </Filters>
  );
}
