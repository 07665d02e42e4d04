import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useNear } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { icon } from '#web/ui/icon.ts';
import { Nothing } from '#web/ui/rows/Nothing.tsx';
import { Row, Rows } from '#web/ui/rows/Row.tsx';
import { RowsSkeleton } from '#web/ui/rows/RowsSkeleton.tsx';
import { deadlinesOf } from './deadlines.ts';
import { offeringsQuery } from '#web/platform/api/list-queries.ts';

const shown = 2;

/** The offerings whose applications close or open next; own deadlines are among what waits for the client. */
export function DeadlinesCard() {
  const t = useText();
  const near = useNear();
  const now = useNow();
  const offerings = useQuery(offeringsQuery);
  return (
    <QueryCard
      query={offerings}
      title={t('home.deadlines_title')}
      actions={<Link to="/ipo/calendar">{t('home.see_calendar')}</Link>}
      flush
      skeleton={<RowsSkeleton count={shown} />}
    >
      {(rows) => {
        const deadlines = deadlinesOf(rows, now).filter(({ isOwn }) => !isOwn);
        if (deadlines.length === 0) return <Nothing text={t('home.no_deadlines')} />;
        return (
          <Rows>
            {deadlines.slice(0, shown).map(({ offering: { stock_id, issuer }, kind, at }) => (
              <Row
                key={stock_id}
                icon={<Bell {...icon} />}
                name={
                  <Link to={`/ipo/calendar/${stock_id}`}>
                    <bdi>{issuer}</bdi>
                  </Link>
                }
                more={t(`home.deadline_${kind}`, { at: near(at, 'date') })}
                end={<RelativeTime at={at} />}
              />
            ))}
          </Rows>
        );
      }}
    </QueryCard>
  );
}
