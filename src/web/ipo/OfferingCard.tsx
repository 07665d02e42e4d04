import type { Offering } from '#contract/ipo.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { useNow } from '#web/platform/now.ts';
import { When } from '#web/platform/When.tsx';
import type { Tone } from '#web/ui/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Disclosure } from '#web/ui/Disclosure.tsx';
import { Countdown } from './Countdown.tsx';
import { nextDateOf } from './next-date.ts';
import styles from './OfferingCard.module.css';

const tones: Record<Offering['state'], Tone> = {
  announced: 'neutral',
  open: 'positive',
  closed: 'warning',
  priced: 'accent',
  listed: 'neutral',
  withdrawn: 'negative',
};

/** One offering: its price, the date that matters next, and unfolded all its dates and fees. */
export function OfferingCard({ offering }: { offering: Offering }) {
  const t = useText();
  const { stock_id, issuer, ticker, exchange, sector, state } = offering;
  return (
    <Card title={<bdi>{issuer}</bdi>} actions={<Badge tone={tones[state]}>{t(`ipo.state_${state}`)}</Badge>} flush>
      <div className={styles.main}>
        <p className={styles.facts}>
          <bdi>{t('ipo.ticker_line', { ticker, exchange, sector })}</bdi>
        </p>
        <MainTerms offering={offering} />
        {state !== 'withdrawn' && (
          <Go
            to={`/ipo/calculator?offering=${stock_id}`}
            className={buttonClass()}
            aria-label={t('ipo.calculate_for', { issuer })}
          >
            {t('ipo.calculate')}
          </Go>
        )}
      </div>
      <div className={styles.details}>
        <Disclosure label={t('ipo.details')}>
          <div className={styles.unfolded}>
            <Details offering={offering} />
          </div>
        </Disclosure>
      </div>
    </Card>
  );
}

/** What stays in sight. */
function MainTerms({ offering }: { offering: Offering }) {
  const t = useText();
  const format = useFormat();
  const next = nextDateOf(offering, useNow());
  const { currency, price_low, price_high, final_price } = offering;
  const low = format.money(price_low, currency);
  const high = format.money(price_high, currency);
  const final = final_price && {
    term: t('ipo.final_price'),
    details: <bdi>{format.money(final_price, currency)}</bdi>,
  };
  const date = next && { term: t(`ipo.until_${next.kind}`), details: <Countdown at={next.at} /> };
  const items = [
    { term: t('ipo.price_range'), details: <bdi>{t('ipo.range', { low, high })}</bdi> },
    final,
    { term: t('ipo.lot'), details: t('ipo.shares', { count: offering.lot_size }) },
    { term: t('ipo.lock_up'), details: t('ipo.days', { count: offering.lock_up_days }) },
    date,
  ];
  return <DescriptionList items={items.filter((item) => item !== null && item !== '')} />;
}

function Details({ offering }: { offering: Offering }) {
  const t = useText();
  const format = useFormat();
  const { opens_at, closes_at, listed_at, fee_in_percent, fee_out_percent } = offering;
  const items = [
    { term: t('ipo.opens'), details: <When at={opens_at} /> },
    { term: t('ipo.closes'), details: <When at={closes_at} /> },
    { term: t('ipo.listing'), details: listed_at ? <When at={listed_at} as="date" /> : t('ipo.not_set') },
    { term: t('ipo.fee_in'), details: <bdi>{format.percent(fee_in_percent)}</bdi> },
    { term: t('ipo.fee_out'), details: <bdi>{format.percent(fee_out_percent)}</bdi> },
  ];
  return <DescriptionList items={items} />;
}
