import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ResponseOf } from '#contract/api.ts';
import type { JobLine } from '#contract/jobs/endpoints.ts';
import { jobOutcomes, jobTextsOf, undeliveredStates, type UndeliveredState } from '#contract/jobs/names.ts';
import { download } from '#web/platform/files/download.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Lead } from '#web/ui/layout/Lead.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { EventsCard } from './EventsCard.tsx';
import { isTrouble, useJobColumns } from './job-columns.tsx';
import { jobsQuery } from './jobs-query.ts';

const whole = { events: 'failing', outcome: '' };
const choices = { events: undeliveredStates, outcome: jobOutcomes };

/** What the product does by the clock, and what it could not deliver yet. */
export function JobsPage() {
  const t = useText();
  const jobs = useQuery(jobsQuery);
  const { filter, narrow } = useAddressFilter(whole, choices);
  const counts = jobs.data?.events;
  const isUndelivered = counts !== undefined && counts.failing + counts.given_up > 0;
  const ofOutcome = ({ outcome }: JobLine) => filter.outcome === '' || outcome === filter.outcome;
  return (
    <Page title={t('jobs.title')} intro={<JobsState found={jobs.data} />}>
      {isUndelivered && (
        <EventsCard
          counts={counts}
          state={filter.events as UndeliveredState}
          onChange={(events) => narrow({ ...filter, events })}
        />
      )}
      <ResourceList
        list="jobs"
        caption={t('jobs.jobs_title')}
        query={jobs}
        rows={({ jobs: lines }) => troubleFirst(lines.filter(ofOutcome), (name) => t(jobTextsOf(name).title))}
        columns={useJobColumns()}
        rowKey={({ name }) => name}
        save={() => download('GET /api/staff/jobs/file', {})}
        filters={(end) => (
          <ListFilters
            label={t('jobs.jobs_title')}
            search={
              <SelectField
                label={t('jobs.last_run')}
                placeholder={t('lists.every_state')}
                options={jobOutcomes.map((value) => ({ value, label: t(`jobs.outcome_${value}`) }))}
                value={filter.outcome}
                onChange={({ target }) => narrow({ ...filter, outcome: target.value })}
              />
            }
            end={end}
          />
        )}
        empty={<EmptyState icon={SearchX} title={t('lists.none_match')} text={t('lists.none_match_text')} />}
      />
    </Page>
  );
}

/** What went wrong, or that nothing did: the jobs, then the events. */
function JobsState({ found }: { found: ResponseOf<'POST /api/staff/jobs'> | undefined }) {
  const t = useText();
  if (!found) return '\u00A0';
  const { jobs, events } = found;
  const failed = jobs.filter(({ outcome }) => isTrouble(outcome)).length;
  return (
    <>
      <Lead>{t('jobs.state', { count: failed })}</Lead>
      {events.failing + events.given_up === 0 && <> · {t('jobs.delivered', { count: events.waiting })}</>}
    </>
  );
}

const troubleFirst = (lines: readonly JobLine[], titleOf: (name: JobLine['name']) => string) =>
  lines.toSorted(
    (a, b) =>
      Number(isTrouble(b.outcome)) - Number(isTrouble(a.outcome)) || titleOf(a.name).localeCompare(titleOf(b.name)),
  );
