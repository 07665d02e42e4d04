import { Delta, Money } from '#web/ui/Amount.tsx';
import { trendOf } from '#web/ui/trend.ts';
import { useFormat } from './format.ts';

interface SumProps {
  /** A decimal string. */
  amount: string;
  currency: string;
}

/** What there is: an amount with its currency; `exact` with all its digits, for sums that stand under each other. */
export function Sum({
  amount,
  currency,
  strong = false,
  exact = false,
}: SumProps & { strong?: boolean; exact?: boolean }) {
  return <Money text={useFormat().money(amount, currency, { exact })} strong={strong} />;
}

/** What came or went: an amount with its sign, its arrow and its colour; `exact` as above. */
export function Movement({ amount, currency, exact = false }: SumProps & { exact?: boolean }) {
  return <Delta text={useFormat().money(amount, currency, { signed: true, exact })} trend={trendOf(amount)} />;
}
