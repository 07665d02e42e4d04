import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { DateTime, RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Figures, FiguresSkeleton } from '#web/ui/figures/Figures.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import { Lead } from '#web/ui/layout/Lead.tsx';
import { Columns, Page } from '#web/ui/layout/Page.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { visuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import chartStyles from '#web/platform/charts/LineChart.module.css';
import { dashboardQuery } from './dashboard-query.ts';
import { FigureChart } from './FigureChart.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { FunnelList } from './FunnelList.tsx';
import { MoneyFigures } from './MoneyFigures.tsx';
import { OfferingsList } from './OfferingsList.tsx';
import { PeriodChoice } from './PeriodChoice.tsx';
import { useDashboardChoice } from './use-dashboard-choice.ts';
import { WorkList } from './WorkList.tsx';

/** The figures for staff, as far as their roles go. */
export function DashboardPage() {
  const t = useText();
  const { choice, choose, asked } = useDashboardChoice();
  const query = useQuery(dashboardQuery(asked));
  const { data } = query;
  return (
    <Page title={t('dashboard.title')} intro={data ? <WorkState of={data} /> : '\u00A0'}>
      {data?.lacks_email && (
        <Alert tone="warning" title={t('dashboard.no_email')}>
          <p>
            {t('dashboard.no_email_text')} <Link to="/admin/settings/security">{t('dashboard.no_email_go')}</Link>
          </p>
        </Alert>
      )}
      <section>
        <h2 className={visuallyHidden}>{t('dashboard.work_title')}</h2>
        <Async query={query} skeleton={<FiguresSkeleton count={4} />}>
          {({ work }) => <WorkList work={work} />}
        </Async>
      </section>
      <QueryCard
        query={query}
        title={t('dashboard.figures_title')}
        above={<PeriodChoice choice={choice} choose={choose} days={data?.days ?? []} />}
        skeleton={<FiguresOverTimeSkeleton />}
      >
        {(dashboard) => {
          const { figures } = dashboard;
          const figure = figures.find(({ name }) => name === choice.figure) ?? figures[0];
          return (
            <div className={flowStyles.column} aria-busy={query.isPlaceholderData}>
              <FigureTiles
                figures={figures}
                chosen={figure?.name ?? choice.figure}
                onChoose={(name) => choose({ figure: name })}
              />
              {figure && <FigureChart data={dashboard} figure={figure} />}
            </div>
          );
        }}
      </QueryCard>
      <Columns wide>
        <QueryCard query={query} title={t('dashboard.funnel_title')} skeleton={<SkeletonRows count={5} />}>
          {({ funnel }) => <FunnelList funnel={funnel} />}
        </QueryCard>
        <QueryCard query={query} title={t('dashboard.offerings_title')} flush skeleton={<SkeletonRows count={2} />}>
          {({ offerings }) => <OfferingsList offerings={offerings} />}
        </QueryCard>
      </Columns>
      <QueryCard query={query} title={t('dashboard.people_title')} skeleton={<FiguresSkeleton count={4} />}>
        {({ people }) => <PeopleFigures people={people} />}
      </QueryCard>
      {data?.money !== null && (
        <QueryCard
          query={{ ...query, data: data?.money ?? undefined }}
          title={t('dashboard.money_title')}
          skeleton={<FiguresSkeleton count={4} />}
        >
          {(money) => <MoneyFigures money={money} />}
        </QueryCard>
      )}
    </Page>
  );
}

/** How much waits, and since when the oldest of it. */
function WorkState({ of: { work, at } }: { of: Dashboard }) {
  const t = useText();
  const count = work.reduce((sum, each) => sum + each.count, 0);
  const [oldest] = work.flatMap(({ oldest_at: since }) => since ?? []).toSorted();
  return (
    <span className={flowStyles.facts}>
      <Lead>{count > 0 ? t('lists.waits_for_you', { count }) : t('dashboard.work_none')}</Lead>
      {oldest && (
        <span>
          <RelativeTime at={oldest} within="dashboard.oldest" />
        </span>
      )}
      <span>
        <DateTime at={at} within="dashboard.at" />
      </span>
    </span>
  );
}

function FiguresOverTimeSkeleton() {
  return (
    <>
      <FiguresSkeleton count={8} />
      <div className={chartStyles.skeleton}>
        <Skeleton width="100%" height="100%" />
      </div>
    </>
  );
}

function PeopleFigures({ people }: { people: Dashboard['people'] }) {
  const t = useText();
  const format = useFormat();
  const { clients, verified } = people;
  const share = clients === 0 ? 0 : Math.round((verified * 1000) / clients) / 10;
  return (
    <Figures>
      <Stat label={t('dashboard.clients')} value={format.number(clients)} />
      <Stat label={t('dashboard.verified')} value={format.share(share)} hint={format.number(verified)} />
      <Stat
        label={t('dashboard.active')}
        value={format.number(people.active_week)}
        hint={t('dashboard.active_month', { count: people.active_month })}
      />
    </Figures>
  );
}
