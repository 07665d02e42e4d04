import type { ApplicationInfo } from '#contract/ipo/records.ts';
import { CopyableLine } from '#web/platform/forms/CopyableLine.tsx';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { OfferingPrice } from '../offering/OfferingPrice.tsx';

/** What the client saw and agreed to in the application. */
export function ApplicationTerms({ info: { application, terms, draw_commitment } }: { info: ApplicationInfo }) {
  const t = useText();
  const format = useFormat();
  const { currency, at } = application;
  const seen = { currency, price_low: terms.price_low, price_high: terms.price_high, final_price: null };
  const items = [
    { term: t('ipo.applied'), details: <DateTime at={at} /> },
    { term: t('ipo.price_range'), details: <OfferingPrice offering={seen} /> },
    { term: t('ipo.fee_in'), details: <bdi>{format.percent(terms.fee_in_percent)}</bdi> },
    /[1-9]/.test(terms.fee_in_minimum) && {
      term: t('ipo.fee_in_minimum'),
      details: <Sum amount={terms.fee_in_minimum} currency={currency} />,
    },
    /[1-9]/.test(terms.fee_fixed) && {
      term: t('ipo.fee_fixed'),
      details: <Sum amount={terms.fee_fixed} currency={currency} />,
    },
    terms.prospectus_version > 0 && {
      term: t('ipo.prospectus'),
      details: t('ipo.version', { version: terms.prospectus_version }),
    },
    { term: t('ipo.risk_disclosure'), details: t('ipo.version', { version: terms.disclosure_version }) },
    draw_commitment !== null && {
      term: t('ipo.draw_commitment'),
      details: <CopyableLine label={t('ipo.draw_commitment')} value={draw_commitment} />,
      wide: true,
    },
  ];
  return <DescriptionList facts items={items.filter((item) => item !== false)} />;
}
