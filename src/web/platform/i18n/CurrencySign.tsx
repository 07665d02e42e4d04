import { useFormat } from './format.ts';

/** The symbol of a currency, or its code where it has none: for the circle before a wallet or an account. */
export function CurrencySign({ currency }: { currency: string }) {
  const written = useFormat().symbol('0', currency);
  const symbol = /\p{Sc}/u.exec(written)?.[0];
  return symbol ? <bdi>{symbol}</bdi> : <small>{currency}</small>;
}
