import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Sum } from '#web/platform/i18n/Money.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import type { Calculated } from './input.ts';
import { Percent } from './Percent.tsx';

const isSome = (amount: string) => /[1-9]/.test(amount);

/** The way of the money from the application to the sale, step by step, and what is lost at worst. */
export function MoneyFlow({ result: { estimate, currency, worstNet } }: { result: Calculated }) {
  const t = useText();
  const format = useFormat();
  const sum = (amount: string) => <Sum amount={amount} currency={currency} />;
  const { breakEvenPrice, yearlyOnInvestedPercent: yearlyInvested, yearlyOnFrozenPercent: yearlyFrozen } = estimate;
  const breakEven = breakEvenPrice && t('ipo.price_in', { price: format.price(breakEvenPrice), currency });
  const items = [
    { term: t('ipo.requested'), details: t('ipo.shares', { count: estimate.requestedQuantity }) },
    { term: t('ipo.frozen'), details: sum(estimate.frozen) },
    { term: t('ipo.allotted'), details: t('ipo.shares', { count: estimate.allottedQuantity }) },
    { term: t('ipo.cost'), details: sum(estimate.cost) },
    { term: t('ipo.fee_in'), details: sum(estimate.feeIn) },
    isSome(estimate.feeInFixed) && { term: t('ipo.fee_fixed'), details: sum(estimate.feeInFixed) },
    { term: t('ipo.refund'), details: sum(estimate.refund) },
    { term: t('ipo.proceeds'), details: sum(estimate.proceeds) },
    { term: t('ipo.fee_out'), details: sum(estimate.feeOut) },
    isSome(estimate.tax) && { term: t('ipo.tax'), details: sum(estimate.tax) },
    breakEven && { term: t('ipo.break_even'), details: <bdi>{breakEven}</bdi> },
    { term: t('ipo.worst'), details: <Movement amount={worstNet} currency={currency} /> },
    yearlyInvested && { term: t('ipo.yearly_invested'), details: <Percent value={yearlyInvested} /> },
    yearlyFrozen && { term: t('ipo.yearly_frozen'), details: <Percent value={yearlyFrozen} /> },
  ];
  return <DescriptionList items={items.filter((item) => item !== null && item !== '' && item !== false)} />;
}
