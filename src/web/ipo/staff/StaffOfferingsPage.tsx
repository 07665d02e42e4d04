import { useQuery } from '@tanstack/react-query';
import { Plus, Rocket, SearchX } from 'lucide-react';
import { useState } from 'react';
import { offeringStates, type OfferingState } from '#contract/ipo-names.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { useSettled } from '#web/platform/forms/use-debounced.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Filters } from '#web/ui/Filters.tsx';
import { icon } from '#web/ui/icon.ts';
import { Page } from '#web/ui/Page.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { DeskOfferingsTable } from './StaffOfferingsTable.tsx';
import { deskListQuery, deskViews, saveOfferings, type DeskFilter } from './offering-queries.ts';
import { mayRunOfferings } from './may-run.ts';

const typingRestMs = 300;

/** All offerings as staff see them: what runs, what waits for a person, what is over. */
export function IpoDeskPage() {
  const t = useText();
  const user = useSignedIn();
  const [filter, setFilter] = useState<DeskFilter>({ view: 'live', state: '', search: '' });
  const settled = { ...filter, search: useSettled(filter.search.trim(), typingRestMs) };
  const query = useQuery(deskListQuery(settled));
  const totals = query.data?.totals;
  return (
    <Page
      title={t('offerings.title')}
      intro={totals && t('offerings.intro', { live: totals.live, waiting: totals.waiting })}
      actions={
        <>
          <CsvButton act={() => saveOfferings(settled)} />
          {mayRunOfferings(user) && (
            <Go to="/admin/ipo/new" className={buttonClass({ variant: 'primary' })}>
              <Plus {...icon} />
              {t('offerings.new')}
            </Go>
          )}
        </>
      }
    >
      <QueryCard
        query={query}
        flush
        skeleton={<SkeletonRows count={6} />}
        above={<DeskFilters filter={filter} onChange={setFilter} />}
      >
        {({ offerings }) => {
          if (offerings.length > 0) return <DeskOfferingsTable rows={offerings} />;
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

function DeskFilters({ filter, onChange }: { filter: DeskFilter; onChange: (filter: DeskFilter) => void }) {
  const t = useText();
  return (
    <Filters label={t('offerings.filter')} above>
      <SelectField
        label={t('offerings.view')}
        options={deskViews.map((value) => ({ value, label: t(`offerings.view_${value}`) }))}
        value={filter.view}
        onChange={({ target }) => onChange({ ...filter, view: target.value as DeskFilter['view'] })}
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
