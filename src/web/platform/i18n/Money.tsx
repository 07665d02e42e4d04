import { Delta, HeroText, MoneyText } from '#web/ui/figures/Amount.tsx';
import { trendOf } from '#web/ui/figures/trend.ts';
import { useFormat } from './format.ts';

interface MoneyProps {
  /** A decimal string. */
  amount: string;
  currency: string;
}

/** An amount with its currency; `exact` with all its digits, where the person is about to act on it. */
export function Money({
  amount,
  currency,
  strong = false,
  exact = false,
}: MoneyProps & { strong?: boolean; exact?: boolean }) {
  return <MoneyText text={useFormat().money(amount, currency, { exact })} strong={strong} />;
}

/** At which something trades, with the digits that it carries: those of its instrument. */
export const Price = ({ price }: { price: string }) => <MoneyText text={useFormat().price(price)} />;

/** Money that came or went, in ink: cash that moves is no result. */
export const Flow = ({ amount, currency }: MoneyProps) => (
  <MoneyText text={useFormat().symbol(amount, currency, { signed: true })} />
);

/** An amount with the symbol of its currency; its cents small (`hero`) where it is what the eye meets first. */
export function Sum({
  amount,
  currency,
  strong = false,
  hero = false,
}: MoneyProps & { strong?: boolean; hero?: boolean }) {
  const text = useFormat().symbol(amount, currency);
  return hero ? <HeroText text={text} /> : <MoneyText text={text} strong={strong} />;
}

/** A result: an amount with its sign, its arrow and its colour. */
export function Movement({ amount, currency }: MoneyProps) {
  return <Delta text={useFormat().symbol(amount, currency, { signed: true })} trend={trendOf(amount)} />;
}
