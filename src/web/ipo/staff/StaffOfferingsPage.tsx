import { useQuery } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { offeringStates, type OfferingState } from '#contract/ipo/names.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { chipOf } from '#web/platform/lists/chips.ts';
import { ListFilters } from '#web/platform/lists/ListFilters.tsx';
import { ResourceList } from '#web/platform/lists/ResourceList.tsx';
import { useAddressFilter } from '#web/platform/lists/use-address-filter.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { icon } from '#web/ui/icon.ts';
import { Lead } from '#web/ui/layout/Lead.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { TextField } from '#web/ui/forms/TextField.tsx';
import { useOfferingColumns } from './offering-columns.tsx';
import { staffOfferingsQuery, offeringViews, saveOfferings, type OfferingFilter } from './offering-queries.ts';
import { mayRunOfferings } from './may-run.ts';

const none: Record<keyof OfferingFilter, string> = { view: 'live', state: '', search: '' };
const choices = { view: offeringViews, state: offeringStates };

/** All offerings for staff: running, waiting for a person, and ended. */
export function StaffOfferingsPage() {
  const t = useText();
  const user = useSignedIn();
  const { filter: fields, narrow, settled: stood, isNarrow } = useAddressFilter(none, choices);
  const [filter, settled] = [fields as OfferingFilter, stood as OfferingFilter];
  const query = useQuery(staffOfferingsQuery(settled));
  const totals = query.data?.totals;
  return (
    <Page
      title={t('offerings.title')}
      intro={totals ? <Lead>{t('offerings.intro', { live: totals.live, waiting: totals.waiting })}</Lead> : '\u00A0'}
      actions={
        mayRunOfferings(user) && (
          <Link to="/admin/ipo/new" className={buttonClass({ variant: 'primary' })}>
            <Plus {...icon} />
            {t('offerings.new')}
          </Link>
        )
      }
    >
      <ResourceList
        list="offerings"
        caption={t('offerings.title')}
        query={query}
        rows={({ offerings }) => offerings}
        columns={useOfferingColumns()}
        rowKey={({ stock_id }) => stock_id}
        save={() => saveOfferings(settled)}
        to={({ stock_id }) => `/admin/ipo/${stock_id}`}
        filters={(end) => <OfferingFilters filter={filter} end={end} onChange={(next) => narrow({ ...next })} />}
        empty={
          isNarrow ? (
            <EmptyState icon={SearchX} title={t('offerings.none_match')} text={t('lists.none_match_text')} />
          ) : (
            <EmptyState
              icon={<Drawing name="bell" />}
              title={t('offerings.none_live')}
              text={t('offerings.none_live_text')}
            />
          )
        }
      />
    </Page>
  );
}

interface OfferingFiltersProps {
  filter: OfferingFilter;
  /** The button of the list’s views. */
  end: ReactNode;
  onChange: (filter: OfferingFilter) => void;
}

function OfferingFilters({ filter, end, onChange }: OfferingFiltersProps) {
  const t = useText();
  const { state } = filter;
  const search = t('offerings.search');
  return (
    <ListFilters
      label={t('offerings.filter')}
      search={
        <>
          <SelectField
            label={t('offerings.view')}
            options={offeringViews.map((value) => ({ value, label: t(`offerings.view_${value}`) }))}
            value={filter.view}
            onChange={({ target }) => onChange({ ...filter, view: target.value as OfferingFilter['view'] })}
          />
          <TextField
            type="search"
            label={search}
            placeholder={search}
            value={filter.search}
            maxLength={80}
            onChange={({ target }) => onChange({ ...filter, search: target.value })}
          />
        </>
      }
      chips={chipOf(t('ipo.state'), state && t(`ipo.state_${state}`), () => onChange({ ...filter, state: '' }))}
      end={end}
    >
      <SelectField
        label={t('ipo.state')}
        placeholder={t('ipo.every_state')}
        options={offeringStates.map((value) => ({ value, label: t(`ipo.state_${value}`) }))}
        value={state}
        onChange={({ target }) => onChange({ ...filter, state: target.value as OfferingState | '' })}
      />
    </ListFilters>
  );
}
