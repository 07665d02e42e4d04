import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import { bidiIsolate } from '#web/platform/i18n/bidi-isolate.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useNearDay } from '#web/platform/i18n/near-day.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { CashMarks } from '#web/platform/charts/CashMarks.tsx';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { overviewQuery } from '#web/portfolio/overview-query.ts';
import { partsOf, resultOfToday, resultSince } from '#web/portfolio/parts.ts';
import { useIsNew } from '#web/portfolio/use-is-new.ts';
import { FirstDeposit } from '#web/shell/money/FirstDeposit.tsx';
import { MoneyActs } from '#web/shell/money/MoneyActs.tsx';
import { cx } from '#web/ui/cx.ts';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Spark } from '#web/ui/figures/Spark.tsx';
import { StackBar } from '#web/ui/figures/StackBar.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import styles from './NetWorthHero.module.css';

/** Everything together in USD: how it came there, what it is made of, and what to do with it. */
export function NetWorthHero() {
  const t = useText();
  const overview = useQuery(overviewQuery);
  const isNew = useIsNew();
  const data = overview.data;
  if (isNew) {
    return (
      <div className={cx(styles.hero, styles.start)}>
        <FirstDeposit />
      </div>
    );
  }
  return (
    <div className={styles.hero}>
      <Hero
        label={
          <span className={styles.label}>
            {t('home.net_worth')}
            <StaleMark query={overview} />
          </span>
        }
        value={data ? <Sum amount={data.net_worth} currency="USD" hero /> : <Skeleton width="14rem" />}
        meaning={data ? <DayChange overview={data} /> : <Skeleton width="9rem" />}
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
  const format = useFormat();
  const change = resultOfToday(overview);
  if (isSomething({ usd: overview.history.at(-1)?.flow ?? '' }))
    return t('home.since_yesterday_alone', { amount: bidiIsolate(format.symbol(change, 'USD', { signed: true })) });
  return (
    <>
      <Flow amount={change} currency="USD" /> {t('home.since_yesterday')}
    </>
  );
}

const isSomething = ({ usd }: { usd: string }) => /[1-9]/.test(usd);

function Parts({ overview }: { overview: Overview }) {
  const t = useText();
  const parts = partsOf(overview).filter(isSomething);
  return (
    <>
      {overview.history.some(isSomething) && <Curve overview={overview} />}
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

/** The past as a line; what was paid in or out is marked below it, and is not in the sentence about it. */
function Curve({ overview }: { overview: Overview }) {
  const t = useText();
  const format = useFormat();
  const dayText = useNearDay();
  const { history } = overview;
  const since = dayText(history[0]?.on ?? '');
  const amount = bidiIsolate(format.symbol(resultSince(overview), 'USD', { signed: true }));
  return (
    <figure className={styles.curve}>
      <Spark values={history.map(({ usd }) => Number(usd))} label={t('home.net_worth')}>
        <CashMarks days={history} currency="USD" />
      </Spark>
      <figcaption>{t('home.curve_result', { amount, since })}</figcaption>
    </figure>
  );
}

const HeroSkeleton = () => (
  <div className={styles.skeleton}>
    <div className={styles.skeletonCurve}>
      <Skeleton height="100%" />
    </div>
    <Skeleton height={8} />
    <Skeleton width="60%" height={21} />
  </div>
);
