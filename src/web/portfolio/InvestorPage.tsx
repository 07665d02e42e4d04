import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PerformanceRange } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { StaleMark } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useSignedIn } from '#web/platform/session/session.ts';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { Page } from '#web/ui/layout/Page.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { AllocationCard } from './allocation/AllocationCard.tsx';
import { BenefitsCard } from './BenefitsCard.tsx';
import { HistoryCard } from './performance/HistoryCard.tsx';
import styles from './InvestorPage.module.css';
import { overviewQuery } from './overview-query.ts';
import { PerformanceCard } from './performance/PerformanceCard.tsx';
import { performanceQuery, performanceRanges } from './performance-query.ts';
import { AccountsCard } from './allocation/PlacesCard.tsx';
import { ResultCard } from './ResultCard.tsx';
import { SectorsCard } from './allocation/SectorsCard.tsx';
import { StatementButton } from './StatementButton.tsx';
import { TiersCard } from './TiersCard.tsx';

/** The portfolio: its value and growth over a range and why it changed, where the money is, and the tier it gives. */
export function InvestorPage() {
  const t = useText();
  const format = useFormat();
  const [range, setRange] = useState<PerformanceRange>('3m');
  const overview = useQuery(overviewQuery);
  const performance = useQuery(performanceQuery(range));
  const isNothing = (usd: string) => trendOf(usd) === 'flat';
  const isEmpty =
    overview.data && isNothing(overview.data.net_worth) && performance.data?.points.every(({ usd }) => isNothing(usd));
  const sectors = overview.data?.by_sector ?? [];
  const rated = overview.data && t('investor.rates_note', { at: format.dateTime(overview.data.rates_at) });
  return (
    <Page
      title={t('investor.title')}
      intro={t('investor.intro')}
      actions={<PageActions query={overview} isEmpty={isEmpty === true} />}
    >
      <div className={isEmpty ? styles.stack : styles.pair}>
        {isEmpty ? (
          <>
            <Start />
            <TiersCard query={overview} />
          </>
        ) : (
          <>
            <div className={styles.stack}>
              <HistoryCard
                query={performance}
                range={
                  <SegmentedControl
                    label={t('investor.range')}
                    options={performanceRanges.map((value) => ({ value, label: t(`investor.range_${value}`) }))}
                    value={range}
                    onChange={setRange}
                  />
                }
              />
              <PerformanceCard query={performance} />
              <AllocationCard query={overview} />
              {sectors.length > 0 && <SectorsCard sectors={sectors} />}
            </div>
            <div className={styles.stack}>
              <ResultCard query={performance} />
              <AccountsCard query={overview} />
              <TiersCard query={overview} />
            </div>
          </>
        )}
      </div>
      <BenefitsCard present={overview.data?.tier} />
      {rated && <p className={styles.note}>{rated}</p>}
    </Page>
  );
}

/** In place of figures that are all nothing: what makes the first of them. */
function Start() {
  const t = useText();
  const { may_deal: mayDeal } = useSignedIn();
  return (
    <Card flush>
      <EmptyState
        icon={<Drawing name="olive" />}
        title={t('investor.no_history')}
        {...(mayDeal
          ? {
              action: (
                <Link to="/payments/deposit" className={buttonClass({ variant: 'primary' })}>
                  {t('shell.deposit')}
                </Link>
              ),
            }
          : { text: t('investor.nothing_text') })}
      />
    </Card>
  );
}

/** Of nothing there is no statement. */
function PageActions({ query, isEmpty }: { query: Parameters<typeof StaleMark>[0]['query']; isEmpty: boolean }) {
  return (
    <>
      <StaleMark query={query} />
      {!isEmpty && <StatementButton />}
    </>
  );
}
