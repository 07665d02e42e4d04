import { useText } from '#web/platform/i18n/i18n.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { holdOf, leftOf, type HoldTerms } from './hold-preview.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from '../Stack.module.css';

interface HoldViewProps {
  quantity: number;
  terms: HoldTerms;
  /** What is available in the wallet that pays, with what an amended application gives back. */
  available: string;
  /** Bought at once rather than set aside; `lockUpDays` from then on the shares cannot be sold freely. */
  direct?: { lockUpDays: number } | undefined;
}

/** What an application sets aside, and what stays free after it. */
export function HoldView({ quantity, terms, available, direct }: HoldViewProps) {
  const t = useText();
  const { currency } = terms;
  const { cost, fee, fixed, total } = holdOf(quantity, terms);
  const left = leftOf(available, total, currency);
  const lots = Math.floor(quantity / terms.lot_size);
  const items = [
    { term: t('ipo.requested'), details: t('ipo.shares_in_lots', { count: quantity, lots }) },
    { term: t(direct ? 'ipo.cost' : 'ipo.cost_max'), details: <Sum amount={cost} currency={currency} /> },
    { term: t('ipo.fee_in'), details: <Sum amount={fee} currency={currency} /> },
    /[1-9]/.test(fixed) && { term: t('ipo.fee_fixed'), details: <Sum amount={fixed} currency={currency} /> },
    {
      term: t(direct ? 'ipo.to_pay' : 'ipo.to_hold'),
      details: <Sum amount={total} currency={currency} strong />,
    },
    { term: t('ipo.left_after'), details: <Sum amount={left} currency={currency} /> },
  ];
  return (
    <div className={styles.sunken}>
      <DescriptionList items={items.filter((item) => item !== false)} />
      <Remark isShort={left.startsWith('-')} direct={direct} />
    </div>
  );
}

function Remark({ isShort, direct }: { isShort: boolean } & Pick<HoldViewProps, 'direct'>) {
  const t = useText();
  if (!isShort && direct?.lockUpDays === 0) return null;
  const text = isShort ? 'ipo.too_little' : direct ? 'ipo.paid_at_once' : 'ipo.held_until';
  return <p className={textStyles.soft}>{t(text)}</p>;
}
