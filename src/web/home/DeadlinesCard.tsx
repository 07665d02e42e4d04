import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { deadlinesOf } from './deadlines.ts';
import { ItemList, NothingYet } from './ItemList.tsx';
import { offeringsQuery } from '#web/platform/api/list-queries.ts';

const shown = 3;

/** Own deadlines, then the offerings whose applications close or open next. */
export function DeadlinesCard() {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const offerings = useQuery(offeringsQuery);
  return (
    <QueryCard
      query={offerings}
      title={t('home.deadlines_title')}
      actions={<Link to="/ipo/calendar">{t('home.see_calendar')}</Link>}
      flush
      skeleton={<SkeletonRows count={shown} />}
    >
      {(rows) => {
        const deadlines = deadlinesOf(rows, now).slice(0, shown);
        if (deadlines.length === 0) return <NothingYet text={t('home.no_deadlines')} />;
        return (
          <ItemList
            items={deadlines.map(({ offering: { stock_id, issuer, mine }, kind, at }) => ({
              key: stock_id,
              to: mine ? `/ipo/my-ipo/${mine.application_id}` : `/ipo/calendar/${stock_id}`,
              name: issuer,
              more: t(`home.deadline_${kind}`, { at: format.dateTime(at) }),
              end: <RelativeTime at={at} />,
            }))}
          />
        );
      }}
    </QueryCard>
  );
}
