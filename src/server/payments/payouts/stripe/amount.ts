import type { Money } from '#server/platform/connections/outcome.ts';

/** Two digits at Stripe, but paid out only as whole amounts. */
const wholeOnly = new Set(['HUF', 'ISK', 'TWD', 'UGX']);
const most = 99_999_999n;

/** Why Stripe does not pay an amount, which is never rounded; null where it does. */
export function unpayableFor({ minor, currency }: Money): string | null {
  if (minor > most) return 'Stripe pays at most 99,999,999 of the smallest unit at once';
  if (wholeOnly.has(currency) && minor % 100n !== 0n) return `Stripe pays out ${currency} only as a whole amount`;
  return null;
}
