import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { live } from '#web/platform/realtime/live.ts';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { useDocumentTitle } from '#web/platform/navigation/document-title.ts';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { AskSupport } from '#web/support/AskSupport.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { offersIpo } from '#web/platform/offers-ipo.ts';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Columns } from '#web/ui/layout/Page.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { AmendButton } from './AmendButton.tsx';
import { ApplicationMoney } from './ApplicationMoney.tsx';
import { ApplicationState } from './ApplicationState.tsx';
import { ApplicationHistory } from './ApplicationSteps.tsx';
import { ApplicationTerms } from './ApplicationTerms.tsx';
import { CancelButton } from './CancelButton.tsx';
import { applicationQuery, ipoEveryMs } from '../ipo-queries.ts';
import { OfferingTimeline } from '../offering/OfferingTimeline.tsx';
import { IpoPage } from '../IpoPage.tsx';
import { Issuer } from '../offering/Issuer.tsx';
import { isHeld } from './is-held.ts';
import { NextLine } from './NextLine.tsx';
import { ReceiptButton } from './ReceiptButton.tsx';
import { ReconfirmCard } from './ReconfirmCard.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';

/** One application: what the client has to do now, what happened, what is next, its money and its consents. */
export function ApplicationPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...live(applicationQuery(id), ipoEveryMs), throwOnError: throwWithoutData });
  useDocumentTitle(query.data?.application.issuer);
  if (isNotFound(query.error) && !query.data) return <ApplicationMissing />;
  const info = query.data;
  return (
    <IpoPage
      title={info ? <Issuer name={info.application.issuer} /> : t('ipo.application')}
      state={info && <Standing info={info} />}
      actions={info && <Actions info={info} />}
      figure={
        info && (
          <>
            <WhatToDo info={info} />
            <Outcome info={info} />
          </>
        )
      }
    >
      <Columns wide>
        <div className={flowStyles.stack}>
          {/* Of one step the head of the screen says it all. */}
          {info?.history.length !== 1 && (
            <QueryCard query={query} title={t('ipo.steps')} skeleton={<SkeletonRows count={5} />}>
              {(data) => <ApplicationHistory info={data} />}
            </QueryCard>
          )}
          <QueryCard query={query} title={t('ipo.money')} skeleton={<SkeletonRows count={5} />}>
            {({ application }) => <ApplicationMoney application={application} />}
          </QueryCard>
        </div>
        <QueryCard query={query} title={t('ipo.agreed')} skeleton={<SkeletonRows count={5} />}>
          {(data) => <ApplicationTerms info={data} />}
        </QueryCard>
      </Columns>
    </IpoPage>
  );
}

function Standing({ info: { application } }: { info: ApplicationInfo }) {
  const t = useText();
  return (
    <>
      <ApplicationState state={application.state} />
      <RecordNumber value={application.number} />
      <span>
        <Link to={`/ipo/calendar/${application.stock_id}`}>{t('ipo.see_offering')}</Link>
      </span>
    </>
  );
}

/** How many shares it asks for, then how many it got, what comes next, and the dates of the offering. */
function Outcome({ info: { application, offering } }: { info: ApplicationInfo }) {
  const t = useText();
  const { quantity, allotted_quantity: allotted, next, state, held, currency } = application;
  const share = t('ipo.shares', { count: allotted ?? quantity });
  return (
    <Card>
      <Hero
        label={t(allotted === null ? 'ipo.requested' : 'ipo.allotted')}
        value={share}
        meaning={next && <NextLine next={next} />}
        end={
          isHeld(state) && (
            <Figures compact>
              <Stat label={t('ipo.frozen')} value={<Sum amount={held} currency={currency} />} />
            </Figures>
          )
        }
      >
        {allotted !== null && <Meter label={t('ipo.allotted')} value={allotted} max={quantity} valueText={share} />}
        <OfferingTimeline offering={offering} track near />
      </Hero>
    </Card>
  );
}

function Actions({ info }: { info: ApplicationInfo }) {
  const { id, amendable, cancellable } = info.application;
  return (
    <>
      <AskSupport spoken about={{ type: 'application', id, name: info.application.number }} />
      <ReceiptButton applicationId={id} />
      {cancellable && <CancelButton application={info.application} />}
      {amendable && offersIpo && <AmendButton info={info} />}
    </>
  );
}

/** The one thing that matters now, on top. */
function WhatToDo({ info }: { info: ApplicationInfo }) {
  const t = useText();
  const { state, reason } = info.application;
  if (state === 'reconfirm_required') return <ReconfirmCard info={info} />;
  if (reason) {
    return (
      <Alert tone="warning" title={reason.explanation}>
        {reason.advice && <p>{reason.advice}</p>}
      </Alert>
    );
  }
  if (state !== 'tradable' && state !== 'in_lock_up') return null;
  return (
    <Alert tone="accent" action={<Link to="/ipo/my-ipo">{t('ipo.see_holdings')}</Link>}>
      <p>{t(`ipo.application_${state}_text`)}</p>
    </Alert>
  );
}

function ApplicationMissing() {
  const t = useText();
  return (
    <Statement title={t('ipo.application_missing_title')} text={t('ipo.application_missing_text')}>
      <Link to="/ipo/my-ipo" className={buttonClass({ variant: 'primary' })}>
        {t('ipo.my_ipo_title')}
      </Link>
    </Statement>
  );
}
