import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import type { RepeatedKind } from '#contract/reconciliation/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useCallForm } from '#web/platform/forms/use-call-form.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormErrors } from '#web/ui/forms/FormErrors.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import { runsQuery, saveRuns, startRun } from './reconciliation-queries.ts';
import { RunFacts } from './RunFacts.tsx';

/** The last comparison of a kind, and a button to request another. */
export function ComparisonCard({ kind }: { kind: RepeatedKind }) {
  const t = useText();
  const runs = useInfiniteQuery(runsQuery(kind));
  const form = useCallForm({});
  const again = form.submit(() => startRun(kind));
  const latest = runs.data?.pages[0]?.runs;
  const isUnderWay = latest?.some(({ state }) => state === 'waiting' || state === 'running') ?? false;
  return (
    <QueryCard
      query={runs}
      title={t(`reconciliation.${kind}_title`)}
      skeleton={<SkeletonRows count={1} />}
      actions={
        <>
          <CsvButton small action={() => saveRuns(kind)} />
          <Button size="small" busy={form.busy || isUnderWay} onClick={() => again()}>
            {t('reconciliation.again')}
          </Button>
        </>
      }
    >
      {({ pages }) => {
        const last = pages[0]?.runs.find(({ state }) => state === 'done' || state === 'failed');
        return (
          <div className={flowStyles.stack}>
            <p className={textStyles.soft}>{t(`reconciliation.${kind}_text`)}</p>
            <FormErrors messages={form.messages} />
            {last ? <Result run={last} /> : <p>{t('reconciliation.never')}</p>}
          </div>
        );
      }}
    </QueryCard>
  );
}

function Result({ run }: { run: ReconciliationRun }) {
  const t = useText();
  const { id, kind, state, open, finished_at: at, requested_by: by } = run;
  const tone = state === 'failed' ? 'warning' : open > 0 ? 'negative' : 'positive';
  const title =
    state === 'failed'
      ? t('reconciliation.run_failed')
      : open > 0
        ? t(kind === 'proof' ? 'reconciliation.rules_broken' : 'reconciliation.open', { count: open })
        : t(kind === 'proof' ? 'reconciliation.rules_hold' : 'reconciliation.all_agree');
  return (
    <Alert
      tone={tone}
      role="status"
      title={title}
      action={open > 0 && <Link to={`/admin/reconciliation/${id}`}>{t('reconciliation.see_run')}</Link>}
    >
      {state === 'done' && (
        <p>
          <RunFacts run={run} />
        </p>
      )}
      {at && (
        <p>
          <DateTime at={at} within="reconciliation.finished" />
          {by && (
            <>
              {' · '}
              <bdi>{by}</bdi>
            </>
          )}
        </p>
      )}
    </Alert>
  );
}
