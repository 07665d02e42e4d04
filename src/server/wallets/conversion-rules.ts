import { convert } from '#contract/money.ts';

const bpsPerWhole = 10_000n;

/**
 * What a conversion gives, in minor units of `to`. Whatever does not come out even falls to the house: the value at
 * `rate` is rounded down, the spread on it up.
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
