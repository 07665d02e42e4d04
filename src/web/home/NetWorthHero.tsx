import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { overviewQuery } from '#web/portfolio/overview-query.ts';
import { partsOf, sinceYesterday } from '#web/portfolio/parts.ts';
import { MoneyActs } from '#web/shell/money/MoneyActs.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Spark } from '#web/ui/figures/Spark.tsx';
import { StackBar } from '#web/ui/figures/StackBar.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './NetWorthHero.module.css';

/** Everything together in USD: how it came there, what it is made of, and what to do with it. */
export function NetWorthHero() {
  const t = useText();
  const overview = useQuery(overviewQuery);
  const data = overview.data;
  return (
    <div className={styles.hero}>
      <Hero
        label={
          <span className={styles.label}>
            {t('home.net_worth')}
            <StaleMark query={overview} />
          </span>
        }
        value={data ? <Sum amount={data.net_worth} currency="USD" hero /> : <Skeleton width="14rem" height="1em" />}
        meaning={data && <DayChange overview={data} />}
        acts={<MoneyActs />}
      >
        <Async query={overview} skeleton={<HeroSkeleton />}>
          {(known) => <Parts overview={known} />}
        </Async>
      </Hero>
    </div>
  );
}

function DayChange({ overview }: { overview: Overview }) {
  const t = useText();
  return (
    <>
      <Flow amount={sinceYesterday(overview)} currency="USD" /> {t('home.since_yesterday')}
    </>
  );
}

const isSomething = ({ usd }: { usd: string }) => /[1-9]/.test(usd);

function Parts({ overview }: { overview: Overview }) {
  const t = useText();
  const values = overview.history.map(({ usd }) => Number(usd));
  const parts = partsOf(overview).filter(isSomething);
  return (
    <>
      {values.some(Boolean) && <Spark values={values} label={t('home.net_worth')} />}
      {parts.length > 0 && (
        <StackBar
          parts={parts.map(({ name, usd, sharePercent }) => ({
            key: name,
            label: t(`common.part_${name}`),
            value: <Sum amount={usd} currency="USD" />,
            percent: Number(sharePercent),
          }))}
        />
      )}
    </>
  );
}

const HeroSkeleton = () => (
  <div className={styles.skeleton}>
    <Skeleton height="6rem" />
    <Skeleton height={8} />
    <Skeleton width="60%" height="2.5rem" />
  </div>
);
