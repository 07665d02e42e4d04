import type { Offering } from '#contract/ipo.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { Distance, When } from '#web/platform/When.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import styles from './Ipo.module.css';

const tones = {
  announced: 'neutral',
  open: 'positive',
  closed: 'warning',
  priced: 'accent',
  listed: 'neutral',
  withdrawn: 'negative',
} as const;

/** One offering: what it is, its price, its dates and what applying would cost. */
export function OfferingCard({ offering }: { offering: Offering }) {
  const t = useText();
  const format = useFormat();
  const { currency, price_low, price_high, final_price, state } = offering;
  const range = t('ipo.range', { low: format.money(price_low, currency), high: format.money(price_high, currency) });
  const items = [
    { term: t('ipo.price_range'), details: <bdi>{range}</bdi> },
    ...(final_price === null
      ? []
      : [{ term: t('ipo.final_price'), details: <bdi>{format.money(final_price, currency)}</bdi> }]),
    { term: t('ipo.opens'), details: <When at={offering.opens_at} /> },
    { term: t('ipo.closes'), details: <When at={offering.closes_at} /> },
    ...(offering.listed_at === null
      ? []
      : [{ term: t('ipo.listed'), details: <When at={offering.listed_at} as="date" /> }]),
    { term: t('ipo.lot'), details: t('ipo.shares', { count: offering.lot_size }) },
    { term: t('ipo.lock_up'), details: t('ipo.days', { count: offering.lock_up_days }) },
    { term: t('ipo.fee_in'), details: <bdi>{format.percent(offering.fee_in_percent)}</bdi> },
    { term: t('ipo.fee_out'), details: <bdi>{format.percent(offering.fee_out_percent)}</bdi> },
  ];
  return (
    <Card title={<bdi>{offering.issuer}</bdi>} actions={<Badge tone={tones[state]}>{t(`ipo.state_${state}`)}</Badge>}>
      <div className={styles.offering}>
        <p className={styles.facts}>
          <bdi>
            {t('ipo.ticker_line', { ticker: offering.ticker, exchange: offering.exchange, sector: offering.sector })}
          </bdi>
        </p>
        <Deadline offering={offering} />
        <DescriptionList items={items} />
        <Go to={`/ipo/calculator?offering=${offering.stock_id}`} className={buttonClass()}>
          {t('ipo.calculate')}
        </Go>
      </div>
    </Card>
  );
}

/** The next date that matters, and how far it is. */
function Deadline({ offering: { state, opens_at, closes_at } }: { offering: Offering }) {
  if (state === 'announced')
    return (
      <p className={styles.deadline}>
        <Distance at={opens_at} within="ipo.opens_in" />
      </p>
    );
  if (state === 'open')
    return (
      <p className={styles.deadline}>
        <Distance at={closes_at} within="ipo.closes_in" />
      </p>
    );
  return null;
}
