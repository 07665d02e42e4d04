import { useQuery } from '@tanstack/react-query';
import { CalendarDays, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Offering } from '#contract/ipo.ts';
import { holds } from '#web/platform/holds.ts';
import { useText } from '#web/platform/i18n.tsx';
import { offeringsQuery } from '#web/platform/list-queries.ts';
import { Loaded, StaleMark } from '#web/platform/Loaded.tsx';
import { Card } from '#web/ui/Card.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Columns } from '#web/ui/Page.tsx';
import { CalendarFilters, noWish } from './CalendarFilters.tsx';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { IpoPage } from './IpoPage.tsx';
import { OfferingCard } from './OfferingCard.tsx';

/** Every offering, the next date first. */
export function CalendarPage() {
  const t = useText();
  const offerings = useQuery(offeringsQuery);
  const [wish, setWish] = useState(noWish);
  const isWanted = ({ issuer, ticker, exchange, sector, state }: Offering) =>
    (wish.state === '' || wish.state === state) && holds(wish.words, issuer, ticker, exchange, sector);
  return (
    <IpoPage title={t('ipo.calendar_title')} intro={t('ipo.calendar_intro')} actions={<StaleMark query={offerings} />}>
      <CalendarFilters wish={wish} onChange={setWish} />
      <Loaded query={offerings} skeleton={<CalendarSkeleton />}>
        {(all) => {
          const found = all.filter(isWanted);
          if (found.length === 0) return <Nothing isFiltered={all.length > 0} />;
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

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const t = useText();
  return (
    <Card flush>
      {isFiltered ? (
        <EmptyState icon={SearchX} title={t('ipo.no_match_title')} text={t('ipo.no_match_text')} />
      ) : (
        <EmptyState icon={CalendarDays} title={t('ipo.none_title')} text={t('ipo.none_text')} />
      )}
    </Card>
  );
}
