import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheckBig } from 'lucide-react';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { hitViews, type HitState } from '#contract/screening/names.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { HitCard } from './HitCard.tsx';
import { HitsTable } from './HitsTable.tsx';
import { hitsQuery, saveHits } from './screening-queries.ts';

/** Hits of the screening, the oldest first, and how the screening is doing. */
export function ScreeningPage() {
  const t = useText();
  const [view, setView] = useState<HitState>('open');
  const [shown, setShown] = useState<string | null>(null);
  const query = useInfiniteQuery(hitsQuery(view));
  const status = query.data?.pages[0]?.status;
  return (
    <Page title={t('screening.title')} actions={<CsvButton action={() => saveHits(view)} />}>
      {status && <Status status={status} />}
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={6} />}
        above={
          <Filters label={t('screening.state')} above>
            <SelectField
              name="view"
              label={t('screening.state')}
              value={view}
              options={hitViews.map((value) => ({ value, label: t(`screening.state_${value}`) }))}
              onChange={(event) => setView(event.target.value as HitState)}
            />
          </Filters>
        }
      >
        {({ pages }) => {
          const hits = pages.flatMap((page) => page.hits);
          if (hits.length === 0) return <EmptyState icon={CircleCheckBig} title={t('screening.none')} />;
          return (
            <div aria-busy={query.isPlaceholderData}>
              <HitsTable hits={hits} onCompare={setShown} />
              <MoreButton query={query} />
            </div>
          );
        }}
      </QueryCard>
      {shown !== null && <HitCard key={shown} id={shown} />}
    </Page>
  );
}

type Status = ResponseOf<'POST /api/staff/screening'>['status'];

function Status({ status }: { status: Status }) {
  const t = useText();
  const format = useFormat();
  const { connected, waiting, run, last_failure: failure, last_check: check } = status;
  return (
    <>
      {!connected && <Alert tone="warning" title={t('screening.not_connected')} />}
      {check?.old && <Alert tone="negative" title={t('screening.old_list')} />}
      {failure && <Alert tone="negative" title={t('screening.last_failure', { error: failure.error })} />}
      {connected && waiting > 0 && <Alert tone="accent" title={t('screening.waiting', { count: waiting })} />}
      {check && <p>{t('screening.list', { list: check.list, version: check.version })}</p>}
      {run && (
        <p>
          {t('screening.run', { date: format.day(run.period), state: run.state, checked: format.number(run.checked) })}
        </p>
      )}
    </>
  );
}
