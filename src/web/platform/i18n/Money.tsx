import { Delta, Money } from '#web/ui/Amount.tsx';
import { trendOf } from '#web/ui/trend.ts';
import { useFormat } from './format.ts';

interface SumProps {
  /** A decimal string. */
  amount: string;
  currency: string;
}

/** What there is: an amount with its currency; `exact` with all its digits, where somebody is about to act on it. */
export function Sum({
  amount,
  currency,
  strong = false,
  exact = false,
}: SumProps & { strong?: boolean; exact?: boolean }) {
  return <Money text={useFormat().money(amount, currency, { exact })} strong={strong} />;
}

/** At which something trades, with the digits that it carries: those of its instrument. */
export const Price = ({ price }: { price: string }) => <Money text={useFormat().price(price)} />;

/** What came or went: an amount with its sign, its arrow and its colour. */
export function Movement({ amount, currency }: SumProps) {
  return <Delta text={useFormat().money(amount, currency, { signed: true })} trend={trendOf(amount)} />;
}
