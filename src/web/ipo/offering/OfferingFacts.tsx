import type { ReactNode } from 'react';
import type { OfferingInfo } from '#contract/ipo/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { OfferingFees } from './OfferingFees.tsx';
import { OfferingTimeline } from './OfferingTimeline.tsx';
import textStyles from '#web/ui/Text.module.css';
import styles from './OfferingFacts.module.css';

/** The term sheet of an offering: its dates, then what is sold, how it is applied for, and what that costs. */
export function OfferingFacts({ info }: { info: OfferingInfo }) {
  const t = useText();
  return (
    <div className={styles.sheet}>
      <Group title={t('ipo.dates')} wide>
        <OfferingTimeline offering={info.offering} track />
      </Group>
      <Group title={t('ipo.by_shares')}>
        <Shares info={info} />
      </Group>
      <Group title={t('ipo.application')}>
        <Conditions info={info} />
      </Group>
      <Group title={t('ipo.fees')} wide>
        <OfferingFees offering={info.offering} ownFeeIn={info.fee_in_percent} />
      </Group>
    </div>
  );
}

function Group({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? styles.wide : styles.group}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Shares({ info: { offering } }: { info: OfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const { currency, price, isin } = offering;
  const items = [
    { term: t('ipo.shares_offered'), details: format.number(offering.shares_offered) },
    { term: t('ipo.quota'), details: format.number(offering.quota) },
    { term: t('ipo.shares_outstanding'), details: format.number(offering.shares_outstanding) },
    price && {
      term: t('ipo.quoted_price'),
      details: (
        <>
          <Sum amount={price.price} currency={currency} />
          <p className={textStyles.soft}>
            <DateTime at={price.at} />
          </p>
        </>
      ),
    },
    isin && { term: t('ipo.isin'), details: <bdi>{isin}</bdi> },
  ];
  return <DescriptionList facts items={items.filter((item) => item !== null && item !== '')} />;
}

function Conditions({ info: { offering, cancel_until } }: { info: OfferingInfo }) {
  const t = useText();
  const { lot_size, min_quantity, max_quantity } = offering;
  const isBook = offering.mode === 'subscription';
  const items = [
    { term: t('ipo.lot'), details: t('ipo.shares', { count: lot_size }) },
    {
      term: t('ipo.min_and_max'),
      details: t('ipo.from_to', { min: min_quantity, max: max_quantity }),
    },
    { term: t('ipo.lock_up'), details: t('ipo.days', { count: offering.lock_up_days }) },
    isBook && { term: t('ipo.allotment_by'), details: t(`ipo.method_${offering.allotment_method}`) },
    isBook && { term: t('ipo.change_until'), details: t(`ipo.cut_off_${offering.cut_off}`) },
    cancel_until && { term: t('ipo.cancel_after_supplement'), details: <DateTime at={cancel_until} /> },
  ];
  return <DescriptionList facts items={items.filter((item) => item !== null && item !== '' && item !== false)} />;
}
