import type { ToCents } from './history.ts';
import type { Day } from './performance.ts';
import type { ResultOfDay } from './results.ts';

/** Why a portfolio's value changed, in USD cents. The parts add up to the change exactly. */
export interface PnlAttribution {
  inCents: bigint;
  outCents: bigint;
  correctedCents: bigint;
  priceCents: bigint;
  incomeCents: bigint;
  currencyCents: bigint;
  feesCents: bigint;
}

type Reason = Exclude<keyof PnlAttribution, 'currencyCents'>;

const reasons: Record<Reason, keyof ResultOfDay & `${string}Minor`> = {
  inCents: 'inMinor',
  outCents: 'outMinor',
  correctedCents: 'correctedMinor',
  priceCents: 'priceMinor',
  incomeCents: 'incomeMinor',
  feesCents: 'feesMinor',
};

/**
 * Splits the change of a value into its causes. Each result counts at the rate of its day; the remainder is the change
 * of rates while money was in other currencies, or between the rate of a conversion and that of the day's end.
 */
export function attributeChange(
  changeCents: bigint,
  results: readonly ResultOfDay[],
  toCents: ToCents,
): PnlAttribution {
  const known = { inCents: 0n, outCents: 0n, correctedCents: 0n, priceCents: 0n, incomeCents: 0n, feesCents: 0n };
  for (const result of results)
    for (const [cents, minor] of Object.entries(reasons) as [Reason, (typeof reasons)[Reason]][])
      known[cents] += toCents(result[minor], result.currency, result.on);
  const explained = Object.values(known).reduce((sum, cents) => sum + cents, 0n);
  return { ...known, currencyCents: changeCents - explained };
}

/**
 * The days as performance reads them: the value at each day's end, and the inflows, outflows and corrections of the
 * day.
 */
export function withFlows(
  values: readonly { on: string; cents: bigint }[],
  results: readonly ResultOfDay[],
  toCents: ToCents,
): Day[] {
  const flows = new Map<string, bigint>();
  for (const { on, currency, inMinor, outMinor, correctedMinor } of results) {
    const flow = [inMinor, outMinor, correctedMinor].reduce((sum, minor) => sum + toCents(minor, currency, on), 0n);
    flows.set(on, (flows.get(on) ?? 0n) + flow);
  }
  return values.map(({ on, cents }) => ({ valueMinor: cents, flowMinor: flows.get(on) ?? 0n }));
}
