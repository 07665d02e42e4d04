import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Basis } from '#contract/ipo/records.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { isNotFound, throwWithoutData } from '#web/platform/api/not-found.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Statement } from '#web/shell/Statement.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Hero } from '#web/ui/figures/Hero.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { basisQuery, offeringQuery } from '../ipo-queries.ts';
import { IpoPage } from '../IpoPage.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from '../offering/OfferingPage.module.css';
import { ProofCard } from './ProofCard.tsx';
import { TierTable } from './TierTable.tsx';

/** How the shares of an offering were allotted, and how that can be recomputed. */
export function BasisPage() {
  const t = useText();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ ...basisQuery(id), throwOnError: throwWithoutData });
  if (isNotFound(query.error) && !query.data) return <BasisMissing id={id} />;
  return (
    <IpoPage
      title={t('ipo.basis_title')}
      intro={query.data && <Intro id={id} basis={query.data} />}
      back={<Link to={`/ipo/calendar/${id}`}>{t('ipo.see_offering')}</Link>}
      actions={<CsvButton action={() => download('POST /api/ipo/basis/file', { body: { stock_id: id } })} />}
    >
      <Async query={query} skeleton={<BasisSkeleton />}>
        {(basis) => (
          <div className={styles.rest}>
            {basis.mine && <Own mine={basis.mine} />}
            <DemandCard basis={basis} />
            <Card title={t('ipo.by_tier')} flush>
              <TierTable rows={basis.by_tier} />
            </Card>
            <ProofCard basis={basis} />
          </div>
        )}
      </Async>
    </IpoPage>
  );
}

/** Of which offering it is, and since when it can be read. */
function Intro({ id, basis }: { id: string; basis: Basis }) {
  const { data } = useQuery(offeringQuery(id));
  return (
    <span className={flowStyles.facts}>
      {data && <bdi>{data.offering.issuer}</bdi>}
      <span>
        <DateTime at={basis.published_at} within="ipo.published" />
      </span>
    </span>
  );
}

function Own({ mine }: { mine: NonNullable<Basis['mine']> }) {
  const t = useText();
  const format = useFormat();
  const { number, tier, requested, allotted } = mine;
  const share = t('ipo.of', { part: format.number(allotted), whole: format.number(requested) });
  return (
    <Card>
      <Hero
        label={t('ipo.own_row', { number, tier: t(`common.tier_${tier}`) })}
        value={share}
        meaning={`${format.label(t('ipo.part_allotted'))}${format.share((allotted / requested) * 100)}`}
      >
        <Meter label={t('ipo.allotted')} value={allotted} max={requested} valueText={share} />
      </Hero>
    </Card>
  );
}

function DemandCard({ basis }: { basis: Basis }) {
  const t = useText();
  const format = useFormat();
  const { demand, quota, allotted, oversubscription, method, lot_size } = basis;
  return (
    <Card title={t('ipo.demand')}>
      <Figures>
        <Stat
          label={t('ipo.requested')}
          value={format.number(demand.quantity)}
          hint={t('ipo.by_applicants', { count: demand.applicants })}
        />
        <Stat
          label={t('ipo.quota')}
          value={format.number(quota)}
          hint={t('ipo.times_asked_for', { times: format.number(oversubscription) })}
        />
        <Stat label={t('ipo.allotted')} value={format.number(allotted)} hint={t('ipo.in_lots_of', { lot: lot_size })} />
      </Figures>
      <div className={styles.method}>
        <h3>{t(`ipo.method_${method}`)}</h3>
        <p>{t(`ipo.method_${method}_text`)}</p>
      </div>
    </Card>
  );
}

function BasisSkeleton() {
  return (
    <div className={styles.rest}>
      <Card>
        <SkeletonRows count={3} />
      </Card>
      <Card flush>
        <SkeletonRows count={5} />
      </Card>
    </div>
  );
}

function BasisMissing({ id }: { id: string }) {
  const t = useText();
  return (
    <Statement title={t('ipo.basis_missing_title')} text={t('ipo.basis_missing_text')}>
      <Link to={`/ipo/calendar/${id}`} className={buttonClass({ variant: 'primary' })}>
        {t('ipo.see_offering')}
      </Link>
    </Statement>
  );
}
