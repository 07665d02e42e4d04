import { useQuery } from '@tanstack/react-query';
import { Plus, Rocket, SearchX } from 'lucide-react';
import { useState } from 'react';
import { offeringStates, type OfferingState } from '#contract/ipo/names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useDebounced } from '#web/platform/forms/use-debounced.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Filters } from '#web/ui/tables/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { StaffOfferingsTable } from './StaffOfferingsTable.tsx';
import { staffOfferingsQuery, offeringViews, saveOfferings, type OfferingFilter } from './offering-queries.ts';
import { mayRunOfferings } from './may-run.ts';

const typingDelayMs = 300;

/** All offerings for staff: running, waiting for a person, and ended. */
export function StaffOfferingsPage() {
  const t = useText();
  const user = useSignedIn();
  const [filter, setFilter] = useState<OfferingFilter>({ view: 'live', state: '', search: '' });
  const settled = { ...filter, search: useDebounced(filter.search.trim(), typingDelayMs) };
  const query = useQuery(staffOfferingsQuery(settled));
  const totals = query.data?.totals;
  return (
    <Page
      title={t('offerings.title')}
      intro={totals && t('offerings.intro', { live: totals.live, waiting: totals.waiting })}
      actions={
        <>
          <CsvButton action={() => saveOfferings(settled)} />
          {mayRunOfferings(user) && (
            <Link to="/admin/ipo/new" className={buttonClass({ variant: 'primary' })}>
              <Plus {...icon} />
              {t('offerings.new')}
            </Link>
          )}
        </>
      }
    >
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={6} />}
        above={<OfferingFilters filter={filter} onChange={setFilter} />}
      >
        {({ offerings }) => {
          if (offerings.length > 0) return <StaffOfferingsTable rows={offerings} />;
          return filter.view === 'live' && !filter.state && !filter.search ? (
            <EmptyState icon={Rocket} title={t('offerings.none_live')} text={t('offerings.none_live_text')} />
          ) : (
            <EmptyState icon={SearchX} title={t('offerings.none_match')} />
          );
        }}
      </QueryCard>
    </Page>
  );
}

function OfferingFilters({ filter, onChange }: { filter: OfferingFilter; onChange: (filter: OfferingFilter) => void }) {
  const t = useText();
  return (
    <Filters label={t('offerings.filter')} above>
      <SelectField
        label={t('offerings.view')}
        options={offeringViews.map((value) => ({ value, label: t(`offerings.view_${value}`) }))}
        value={filter.view}
        onChange={({ target }) => onChange({ ...filter, view: target.value as OfferingFilter['view'] })}
      />
      <SelectField
        label={t('ipo.state')}
        placeholder={t('ipo.every_state')}
        options={offeringStates.map((value) => ({ value, label: t(`ipo.state_${value}`) }))}
        value={filter.state}
        onChange={({ target }) => onChange({ ...filter, state: target.value as OfferingState | '' })}
      />
      <TextField
        type="search"
        label={t('offerings.search')}
        value={filter.search}
        maxLength={80}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
    </Filters>
  );
}
