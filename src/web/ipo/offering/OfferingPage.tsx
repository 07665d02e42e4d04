import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { OfferingInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Async, StaleMark } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { useSectorName } from '#web/platform/i18n/sector-name.ts';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import { Statement } from '#web/shell/Statement.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ApplyCard } from '../apply/ApplyCard.tsx';
import { ipoEveryMs, offeringQuery } from '../ipo-queries.ts';
import { IpoPage } from '../IpoPage.tsx';
import { Issuer } from './Issuer.tsx';
import { LotteryCard } from './LotteryCard.tsx';
import { OfferingFacts } from './OfferingFacts.tsx';
import { OfferingHero } from './OfferingHero.tsx';
import styles from './OfferingPage.module.css';
import { OfferingState } from './OfferingState.tsx';
import { ProspectusCard } from './ProspectusCard.tsx';
import { RulesList } from './RulesList.tsx';

/** All about one offering, and the application to it. */
export function OfferingPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...live(offeringQuery(id), ipoEveryMs), throwOnError: throwWithoutData });
  useDocumentTitle(query.data?.offering.issuer);
  if (isNotFound(query.error) && !query.data) return <OfferingMissing />;
  const offering = query.data?.offering;
  return (
    <IpoPage
      title={offering ? <Issuer name={offering.issuer} /> : t('ipo.offering')}
      state={offering && <Standing offering={offering} />}
      actions={<StaleMark query={query} />}
    >
      <Async query={query} skeleton={<OfferingSkeleton />}>
        {(info) => <OfferingBody key={info.offering.stock_id} info={info} />}
      </Async>
    </IpoPage>
  );
}

function Standing({ offering: { ticker, exchange, sector, state } }: Pick<OfferingInfo, 'offering'>) {
  const t = useText();
  const nameOf = useSectorName();
  return (
    <>
      <OfferingState state={state} />
      <bdi>{t('ipo.ticker_line', { ticker, exchange, sector: nameOf(sector) })}</bdi>
    </>
  );
}

function OfferingBody({ info }: { info: OfferingInfo }) {
  const t = useText();
  const { offering } = info;
  return (
    <div className={styles.body}>
      <div className={styles.facts}>
        {offering.state === 'withdrawn' && <Alert tone="warning" title={t('ipo.withdrawn_text')} />}
        {offering.state === 'postponed' && <Alert tone="warning" title={t('ipo.postponed_text')} />}
        <Card>
          <OfferingHero info={info} />
        </Card>
      </div>
      <div className={styles.apply}>{offersIpo && <ApplyCard info={info} />}</div>
      <div className={styles.rest}>
        <Card title={t('ipo.terms')}>
          <OfferingFacts info={info} />
        </Card>
        <Card title={t('ipo.about')}>
          <p className={styles.words} dir="auto">
            {info.about}
          </p>
        </Card>
        <Card title={t('ipo.risks')}>
          <p className={styles.words} dir="auto">
            {info.risks}
          </p>
        </Card>
        <ProspectusCard info={info} />
        <Card title={t('ipo.who_may_apply')}>
          <RulesList rules={info.eligibility} stockId={offering.stock_id} />
        </Card>
        <LotteryCard info={info} />
      </div>
    </div>
  );
}

function OfferingSkeleton() {
  return (
    <div className={styles.body}>
      <Card className={styles.facts}>
        <SkeletonRows count={8} />
      </Card>
      <Card className={styles.apply}>
        <SkeletonRows count={6} />
      </Card>
      <Card className={styles.rest}>
        <SkeletonRows count={5} />
      </Card>
    </div>
  );
}

function OfferingMissing() {
  const t = useText();
  return (
    <Statement title={t('ipo.offering_missing_title')} text={t('ipo.offering_missing_text')}>
      <Link to="/ipo/calendar" className={buttonClass({ variant: 'primary' })}>
        {t('ipo.see_calendar')}
      </Link>
    </Statement>
  );
}
