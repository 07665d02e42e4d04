import { useQuery } from '@tanstack/react-query';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { EventsCard } from './EventsCard.tsx';
import { jobsQuery } from './jobs-query.ts';
import { JobsTable } from './JobsTable.tsx';

/** What the product does by the clock, and what it could not deliver yet. */
export function JobsPage() {
  const t = useText();
  const jobs = useQuery(jobsQuery);
  return (
    <Page title={t('jobs.title')} intro={t('jobs.intro')}>
      <EventsCard counts={jobs.data?.events} />
      <QueryCard
        query={jobs}
        title={t('jobs.jobs_title')}
        flush
        actions={<CsvButton small action={() => download('GET /api/staff/jobs/file', {})} />}
        skeleton={<SkeletonRows count={12} />}
      >
        {({ jobs: lines }) => <JobsTable lines={lines} />}
      </QueryCard>
    </Page>
  );
}
