import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import textStyles from '#web/ui/Text.module.css';
import type { StaffOfferingInfo } from './offering-queries.ts';
import { NextStep } from './NextStep.tsx';

const dates = [
  'announced_at',
  'priced_at',
  'confirm_until',
  'cancel_until',
  'allotted_at',
  'settled_at',
  'lock_up_ends_at',
] as const;

/** What the clock does next, and the dates that are known. */
export function ScheduleFacts({ info }: { info: StaffOfferingInfo }) {
  const t = useText();
  const format = useFormat();
  const { next, terms, price, holdings } = info;
  const items = [
    next && {
      term: t('offerings.next'),
      details: <NextStep next={next} />,
    },
    { term: t('ipo.opens'), details: <DateTime at={terms.opens_at} /> },
    { term: t('ipo.closes'), details: <DateTime at={terms.closes_at} /> },
    ...dates.map((name) => {
      const at = info[name];
      return at && { term: t(`offerings.${name}`), details: <DateTime at={at} /> };
    }),
    terms.listed_at && { term: t('ipo.listing'), details: <DateTime at={terms.listed_at} /> },
    info.final_price && {
      term: t('offerings.final_price'),
      details: <Money amount={info.final_price} currency={terms.currency} strong />,
    },
    price && {
      term: t('ipo.quoted_price'),
      details: (
        <>
          <Money amount={price.price} currency={terms.currency} />
          <p className={textStyles.soft}>
            {t(`offerings.price_from_${price.source}`)} · <DateTime at={price.at} />
          </p>
        </>
      ),
    },
    holdings.holders > 0 && {
      term: t('offerings.holdings'),
      details: t('offerings.holdings_of', {
        count: holdings.holders,
        quantity: holdings.quantity,
        sold: format.number(holdings.sold),
      }),
    },
  ];
  return <DescriptionList items={items.filter((item) => item !== null && item !== false && item !== '')} />;
}
