import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { useSectorName } from '#web/platform/i18n/sector-name.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Figures } from '#web/ui/figures/Figures.tsx';
import { Stat } from '#web/ui/figures/Stat.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Disclosure } from '#web/ui/layout/Disclosure.tsx';
import { ApplicationState } from '../application/ApplicationState.tsx';
import { Countdown } from '../Countdown.tsx';
import { Demand } from '../offering/Demand.tsx';
import { nextDateOf } from '../next-date.ts';
import flowStyles from '#web/ui/layout/Flow.module.css';
import styles from './OfferingCard.module.css';
import { OfferingTimeline } from '../offering/OfferingTimeline.tsx';
import { priceNameOf } from '../offering/price-name.ts';
import { OfferingFees } from '../offering/OfferingFees.tsx';
import { useOfferingFigure } from '../offering/OfferingPrice.tsx';
import { OfferingState } from '../offering/OfferingState.tsx';

/** One offering: its price, the date that matters next, where the client stands, and unfolded all its dates and fees. */
export function OfferingCard({ offering }: { offering: Offering }) {
  const t = useText();
  const nameOf = useSectorName();
  const { stock_id, issuer, ticker, exchange, sector, state, mine } = offering;
  const next = nextDateOf(offering, useNow());
  const { figure, range } = useOfferingFigure(offering);
  return (
    <Card
      title={
        <Link to={`/ipo/calendar/${stock_id}`} className={styles.title}>
          <Avatar name={issuer} size={36} tile />
          <bdi>{issuer}</bdi>
        </Link>
      }
      actions={<OfferingState state={state} />}
      className={styles.card}
      flush
    >
      <div className={styles.main}>
        <p className={styles.facts}>
          <bdi>{t('ipo.ticker_line', { ticker, exchange, sector: nameOf(sector) })}</bdi>
        </p>
        <Figures compact>
          <Stat label={t(priceNameOf(offering))} value={figure} hint={range} />
          {next && <Stat label={t(`ipo.until_${next.kind}`)} value={<Countdown at={next.at} />} />}
        </Figures>
        <Demand offering={offering} />
        <MainTerms offering={offering} />
      </div>
      <div className={styles.acts}>
        {mine && (
          <p className={styles.mine}>
            {t('ipo.your_application')}
            <ApplicationState state={mine.state} />
          </p>
        )}
        <Actions offering={offering} />
      </div>
      <div className={styles.details}>
        <Disclosure label={t('ipo.details')}>
          <div className={styles.unfolded}>
            <OfferingTimeline offering={offering} />
            <OfferingFees offering={offering} />
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

/** What stays in sight below the figures. */
function MainTerms({ offering }: { offering: Offering }) {
  const t = useText();
  return (
    <DescriptionList
      facts
      strong
      items={[
        { term: t('ipo.minimum'), details: t('ipo.shares', { count: offering.min_quantity }) },
        { term: t('ipo.lot'), details: t('ipo.shares', { count: offering.lot_size }) },
        { term: t('ipo.lock_up'), details: t('ipo.days', { count: offering.lock_up_days }) },
      ]}
    />
  );
}

function Actions({ offering: { stock_id, issuer, state, mode, mine } }: { offering: Offering }) {
  const t = useText();
  const isOpen = state === 'open' && !mine;
  const isDirect = mode === 'direct';
  return (
    <p className={flowStyles.centred}>
      {mine ? (
        <Link to={`/ipo/my-ipo/${mine.application_id}`} className={buttonClass()}>
          {t('ipo.see_application')}
        </Link>
      ) : (
        <Link
          to={`/ipo/calendar/${stock_id}`}
          className={buttonClass(isOpen ? { variant: 'primary' } : {})}
          aria-label={isOpen && isDirect ? undefined : t(isOpen ? 'ipo.apply_for' : 'ipo.see_offering_of', { issuer })}
        >
          {t(isOpen ? (isDirect ? 'ipo.buy_now' : 'ipo.apply') : 'ipo.see_offering')}
        </Link>
      )}
      {state !== 'withdrawn' && (
        <Link
          to={`/ipo/calculator?offering=${stock_id}`}
          className={buttonClass({ variant: 'quiet' })}
          aria-label={t('ipo.calculate_for', { issuer })}
        >
          {t('ipo.calculate')}
        </Link>
      )}
    </p>
  );
}
