import type { Money } from './outcome.ts';
import type { ConnectionValue } from './value.ts';

/** What a connection is needed for; what is not given is not asked about. */
export interface Need {
  country?: string | null;
  currency?: string;
  tier?: string;
  amount?: Money;
}

const admits = (list: readonly string[], item: string | null | undefined) =>
  list.length === 0 || item === undefined || (item !== null && list.includes(item));

/** Whether a connection is for this. A bound on amounts is one in its single currency. */
export function serves(value: ConnectionValue, { country, currency, tier, amount }: Need): boolean {
  if (!admits(value.countries, country) || !admits(value.tiers, tier)) return false;
  if (!admits(value.currencies, amount?.currency ?? currency)) return false;
  if (!amount) return true;
  return (
    (value.min === null || amount.minor >= BigInt(value.min)) &&
    (value.max === null || amount.minor <= BigInt(value.max))
  );
}
