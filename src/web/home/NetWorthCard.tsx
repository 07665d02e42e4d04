import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Movement, Money } from '#web/platform/i18n/Money.tsx';
import { overviewQuery } from '#web/portfolio/overview-query.ts';
import { partsOf, sinceYesterday } from '#web/portfolio/parts.ts';
import { TierProgress } from '#web/portfolio/TierProgress.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './NetWorthCard.module.css';

/** Everything together in USD, its parts, and the tier that it gives. */
export function NetWorthCard() {
  const t = useText();
  const overview = useQuery(overviewQuery);
  return (
    <QueryCard
      query={overview}
      title={t('home.net_worth_title')}
      actions={<Link to="/investor">{t('home.see_portfolio')}</Link>}
      skeleton={<NetWorthSkeleton />}
    >
      {(data) => (
        <div className={styles.body}>
          <Stat
            label={t('home.net_worth')}
            value={<Money amount={data.net_worth} currency="USD" />}
            hint={<DayChange overview={data} />}
          />
          <DescriptionList
            items={partsOf(data).map(({ name, usd }) => ({
              term: t(`common.part_${name}`),
              details: <Money amount={usd} currency="USD" />,
            }))}
          />
          <TierProgress overview={data} />
        </div>
      )}
    </QueryCard>
  );
}

function DayChange({ overview }: { overview: Overview }) {
  const t = useText();
  return (
    <>
      <Movement amount={sinceYesterday(overview)} currency="USD" /> {t('home.since_yesterday')}
    </>
  );
}

function NetWorthSkeleton() {
  return (
    <div className={styles.body}>
      <FiguresSkeleton count={1} />
      <div className={flowStyles.stack8}>
        <Skeleton />
        <Skeleton />
        <Skeleton />
      </div>
      <div className={flowStyles.stack8}>
        <Skeleton width="40%" height="1.5rem" />
        <Skeleton height={8} />
        <Skeleton width="60%" />
      </div>
    </div>
  );
}
