import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { calendarPage } from '#contract/ipo/calendar.ts';
import { MoreButton } from '#web/platform/api/MoreButton.tsx';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { offeringsQuery } from '#web/platform/api/list-queries.ts';
import { live } from '#web/platform/realtime/live.ts';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { NoMatch } from '#web/platform/lists/NoMatch.tsx';
import { useSectorName } from '#web/platform/i18n/sector-name.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Columns } from '#web/ui/layout/Page.tsx';
import { noFilter, filterOfferings } from './filter.ts';
import { CalendarFilters } from './CalendarFilters.tsx';
import { CalendarSkeleton } from './CalendarSkeleton.tsx';
import { FeedCard } from './FeedCard.tsx';
import { furtherOfferingsQuery, ipoEveryMs } from '../ipo-queries.ts';
import { IpoPage } from '../IpoPage.tsx';
import { OfferingCard } from './OfferingCard.tsx';

/** Offerings, by default the next date first. Filters apply to those that are loaded. */
export function CalendarPage() {
  const t = useText();
  const offerings = useQuery(live(offeringsQuery, ipoEveryMs));
  const [filter, setFilter] = useState(noFilter);
  const [wantsMore, setWantsMore] = useState(false);
  const further = useInfiniteQuery({ ...furtherOfferingsQuery, enabled: wantsMore });
  const older = further.data?.pages.flat() ?? [];
  const sectorName = useSectorName();
  return (
    <IpoPage title={t('ipo.calendar_title')} intro={t('ipo.calendar_intro')} actions={<StaleMark query={offerings} />}>
      <CalendarFilters offerings={[...(offerings.data ?? []), ...older]} filter={filter} onChange={setFilter} />
      <Async query={offerings} skeleton={<CalendarSkeleton />}>
        {(first) => {
          const all = [...first, ...older];
          const found = filterOfferings(all, filter, sectorName);
          if (all.length === 0) return <None />;
          if (found.length === 0) {
            return (
              <Card flush>
                <NoMatch onClear={() => setFilter(noFilter)} />
              </Card>
            );
          }
          return (
            <Columns wide even>
              {found.map((offering) => (
                <OfferingCard key={offering.stock_id} offering={offering} />
              ))}
            </Columns>
          );
        }}
      </Async>
      {wantsMore ? (
        <MoreButton query={further} />
      ) : (
        offerings.data?.length === calendarPage && (
          <Button onClick={() => setWantsMore(true)}>{t('common.load_more')}</Button>
        )
      )}
      <FeedCard />
    </IpoPage>
  );
}

function None() {
  const t = useText();
  return (
    <Card flush>
      <EmptyState icon={CalendarDays} title={t('ipo.none_title')} text={t('ipo.none_text')} />
    </Card>
  );
}
