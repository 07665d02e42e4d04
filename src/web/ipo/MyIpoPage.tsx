import { useQuery } from '@tanstack/react-query';
import type { IpoApplication } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Drawing } from '#web/ui/art/Drawing.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ApplicationTable } from './application/ApplicationTable.tsx';
import { HoldingsCard } from './holdings/HoldingsCard.tsx';
import { HoldingsHero } from './holdings/HoldingsHero.tsx';
import { holdingsQuery, ipoEveryMs, isEnded, myIpoQuery } from './ipo-queries.ts';
import { IpoPage } from './IpoPage.tsx';
import styles from './MyIpoPage.module.css';
import { ToConfirm } from './ToConfirm.tsx';

/** An application whose shares stand among the holdings. */
const isInShares = ({ state }: IpoApplication) => state === 'in_lock_up' || state === 'tradable';

/** Applications that need an action, the client's shares, and their open applications. */
export function MyIpoPage() {
  const t = useText();
  const applications = useQuery(live(myIpoQuery, ipoEveryMs));
  const holdings = useQuery(live(holdingsQuery, ipoEveryMs));
  const toConfirm = applications.data?.filter(({ state }) => state === 'reconfirm_required') ?? [];
  if (applications.data?.length === 0 && holdings.data?.length === 0) {
    return (
      <IpoPage title={t('ipo.my_ipo_title')} intro={t('ipo.my_ipo_intro')}>
        <Card flush>
          <NothingUnderWay />
        </Card>
      </IpoPage>
    );
  }
  return (
    <IpoPage title={t('ipo.my_ipo_title')} intro={t('ipo.my_ipo_intro')}>
      {holdings.data && holdings.data.length > 0 && <HoldingsHero holdings={holdings.data} />}
      {toConfirm.map((application) => (
        <ToConfirm key={application.id} application={application} />
      ))}
      {holdings.data?.length !== 0 && <HoldingsCard />}
      <QueryCard query={applications} title={t('ipo.applications')} flush skeleton={<SkeletonRows />}>
        {(all) => {
          const isOver = (application: IpoApplication) => isEnded(application) || isInShares(application);
          const ended = all.filter(isOver);
          const running = all.filter((application) => !isOver(application));
          return (
            <>
              {running.length > 0 && <ApplicationTable applications={running} caption={t('ipo.applications')} />}
              {running.length === 0 && holdings.data?.length === 0 && <NothingUnderWay />}
              {ended.length > 0 && (
                <div className={styles.ended}>
                  <Disclosure label={t('ipo.ended', { count: ended.length })}>
                    <ApplicationTable applications={ended} caption={t('ipo.ended', { count: ended.length })} />
                  </Disclosure>
                </div>
              )}
            </>
          );
        }}
      </QueryCard>
    </IpoPage>
  );
}

function NothingUnderWay() {
  const t = useText();
  return (
    <EmptyState
      icon={<Drawing name="bell" />}
      title={t('ipo.my_ipo_empty_title')}
      text={t('ipo.my_ipo_empty_text')}
      action={
        <Link to="/ipo/calendar" className={buttonClass({ variant: 'primary' })}>
          {t('ipo.see_calendar')}
        </Link>
      }
    />
  );
}
