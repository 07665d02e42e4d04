import type { OfferingInfo } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { Money } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { Countdown } from '../Countdown.tsx';
import { Demand } from './Demand.tsx';
import { nextDateOf } from '../next-date.ts';
import { OfferingPrice } from './OfferingPrice.tsx';
import { priceNameOf } from './price-name.ts';
import textStyles from '#web/ui/Text.module.css';

/** The terms of an offering, figures first. */
export function OfferingFacts({ info: { offering, cancel_until } }: { info: OfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const next = nextDateOf(offering, useNow());
  const { currency, lot_size, min_quantity, max_quantity, price } = offering;
  const isBook = offering.mode === 'subscription';
  const items = [
    next && { term: t(`ipo.until_${next.kind}`), details: <Countdown at={next.at} /> },
    {
      term: t(priceNameOf(offering)),
      details: <OfferingPrice offering={offering} />,
    },
    price && {
      term: t('ipo.quoted_price'),
      details: (
        <>
          <Money amount={price.price} currency={currency} />
          <p className={textStyles.soft}>
            <DateTime at={price.at} />
          </p>
        </>
      ),
    },
    { term: t('ipo.lot'), details: t('ipo.shares', { count: lot_size }) },
    {
      term: t('ipo.min_and_max'),
      details: t('ipo.from_to', { min: format.number(min_quantity), max: max_quantity }),
    },
    { term: t('ipo.shares_offered'), details: format.number(offering.shares_offered) },
    { term: t('ipo.quota'), details: format.number(offering.quota) },
    { term: t('ipo.shares_outstanding'), details: format.number(offering.shares_outstanding) },
    { term: t('ipo.demand'), details: <Demand offering={offering} /> },
    { term: t('ipo.lock_up'), details: t('ipo.days', { count: offering.lock_up_days }) },
    isBook && { term: t('ipo.allotment_by'), details: t(`ipo.method_${offering.allotment_method}`) },
    isBook && { term: t('ipo.change_until'), details: t(`ipo.cut_off_${offering.cut_off}`) },
    cancel_until && { term: t('ipo.cancel_after_supplement'), details: <DateTime at={cancel_until} /> },
    offering.isin && { term: t('ipo.isin'), details: <bdi>{offering.isin}</bdi> },
  ];
  return <DescriptionList items={items.filter((item) => item !== null && item !== '' && item !== false)} />;
}
