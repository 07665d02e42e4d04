import { Big } from 'big.js';
import { convert } from '#contract/kernel/money.ts';

const bpsPerWhole = 10_000n;

/**
 * What a conversion gives, in minor units of `to`. Rounding is in favour of the operator: the value at `rate` is
 * rounded down, the spread on it up.
 */
export function settleConversion(terms: {
  amountMinor: bigint;
  from: string;
  to: string;
  /** Units of `to` for one of `from`, a plain decimal. */
  rate: string;
  spreadBps: number;
}): { spreadMinor: bigint; receivedMinor: bigint } {
  const { amountMinor, from, to, rate, spreadBps } = terms;
  const worthMinor = convert(amountMinor, from, to, rate);
  const spreadMinor = (worthMinor * BigInt(spreadBps) + bpsPerWhole - 1n) / bpsPerWhole;
  return { spreadMinor, receivedMinor: worthMinor - spreadMinor };
}

/**
 * Whether one unit given is now worth less than quoted, by more than this many hundredths of a percent of the quote.
 */
export function hasMovedAgainst(quoted: string, now: string, toleranceBps: number): boolean {
  const min = new Big(quoted).times(String(10_000 - toleranceBps)).div('10000');
  return new Big(now).lt(min);
}
