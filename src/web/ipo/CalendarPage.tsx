import { useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import type { Offering } from '#contract/ipo.ts';
import { useText } from '#web/platform/i18n.tsx';
import { offeringsQuery } from '#web/platform/list-queries.ts';
import { Loaded, StaleMark } from '#web/platform/Loaded.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Columns } from '#web/ui/Page.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './Ipo.module.css';
import { IpoPage } from './IpoPage.tsx';
import { OfferingCard } from './OfferingCard.tsx';

const states: Offering['state'][] = ['announced', 'open', 'closed', 'priced', 'listed', 'withdrawn'];

/** Every offering, the next deadline first. */
export function CalendarPage() {
  const t = useText();
  const offerings = useQuery(offeringsQuery);
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  return (
    <IpoPage title={t('ipo.calendar_title')} intro={t('ipo.calendar_intro')} actions={<StaleMark query={offerings} />}>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={t('ipo.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <SelectField
          label={t('ipo.state')}
          value={state}
          placeholder={t('ipo.every_state')}
          options={states.map((value) => ({ value, label: t(`ipo.state_${value}`) }))}
          onChange={(event) => setState(event.target.value)}
        />
      </div>
      <Loaded query={offerings} skeleton={<CardsSkeleton />}>
        {(all) => {
          const found = all.filter((offering) => matches(offering, search, state));
          if (found.length === 0) {
            return (
              <EmptyState
                icon={CalendarDays}
                title={t('ipo.none_title')}
                text={t(all.length === 0 ? 'ipo.none_text' : 'ipo.no_match_text')}
              />
            );
          }
          return (
            <Columns wide>
              {found.map((offering) => (
                <OfferingCard key={offering.stock_id} offering={offering} />
              ))}
            </Columns>
          );
        }}
      </Loaded>
    </IpoPage>
  );
}

function matches({ issuer, ticker, sector, state }: Offering, search: string, wanted: string): boolean {
  const words = search.toLocaleLowerCase().trim();
  return (wanted === '' || state === wanted) && `${issuer} ${ticker} ${sector}`.toLocaleLowerCase().includes(words);
}

function CardsSkeleton() {
  return (
    <Columns wide>
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} shape="block" height="18rem" />
      ))}
    </Columns>
  );
}
