import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#contract/api.ts';
import { undeliveredStates, type UndeliveredState } from '#contract/jobs/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { EventsTable } from './EventsTable.tsx';
import { eventsQuery } from './jobs-query.ts';
import styles from './Jobs.module.css';
import { TryAllDialog } from './TryAllDialog.tsx';

type Counts = ResponseOf<'POST /api/staff/jobs'>['events'];

interface EventsCardProps {
  counts: Counts;
  /** Which of them are shown. */
  state: UndeliveredState;
  onChange: (state: UndeliveredState) => void;
}

/** Undelivered events: how many wait, what fails and why, and what was given up. */
export function EventsCard({ counts, state, onChange }: EventsCardProps) {
  const t = useText();
  const [isRequested, setIsConfirming] = useState(false);
  const query = useInfiniteQuery(eventsQuery(state));
  const above = (
    <div className={styles.above}>
      <Counted counts={counts} />
      <div className={styles.choice}>
        <SegmentedControl
          label={t('jobs.which')}
          options={undeliveredStates.map((value) => ({ value, label: t(`jobs.${value}`) }))}
          value={state}
          onChange={onChange}
        />
        {state === 'given_up' && counts.given_up > 0 && (
          <Button size="small" onClick={() => setIsConfirming(true)}>
            {t('jobs.try_all')}
          </Button>
        )}
      </div>
    </div>
  );
  return (
    <>
      <QueryCard
        query={query}
        title={t('jobs.events_title')}
        flush
        actions={<CsvButton small action={() => download('GET /api/staff/jobs/events/file', { query: { state } })} />}
        above={above}
        skeleton={<SkeletonRows count={3} />}
      >
        {({ pages }) => {
          const events = pages.flatMap((page) => page.events);
          if (events.length === 0) {
            return (
              <p className={styles.none}>
                <strong>{t(`jobs.no_${state}`)}</strong> {t(`jobs.no_${state}_text`)}
              </p>
            );
          }
          return (
            <>
              <EventsTable events={events} />
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryCard>
      {isRequested && <TryAllDialog onClose={() => setIsConfirming(false)} />}
    </>
  );
}

function Counted({ counts: { waiting, oldest_at: oldest, failing, given_up: givenUp } }: { counts: Counts }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <Figures>
      <Stat
        label={t('jobs.waiting')}
        value={number(waiting)}
        hint={oldest && <RelativeTime at={oldest} within="jobs.oldest" />}
      />
      <Stat label={t('jobs.failing')} value={number(failing)} />
      <Stat label={t('jobs.given_up')} value={number(givenUp)} />
    </Figures>
  );
}
