/** A price of a way to pay: a fixed part in minor units, and a percentage of the amount. */
export interface Fee {
  feeFixed: bigint;
  /** A plain decimal. */
  feePercent: string;
}

/** The fee of an amount in minor units, rounded up. */
export function feeOf({ feeFixed, feePercent }: Fee, amountMinor: bigint): bigint {
  const [whole = '0', fraction = ''] = feePercent.split('.');
  const divisor = 100n * 10n ** BigInt(fraction.length);
  return feeFixed + (amountMinor * BigInt(whole + fraction) + divisor - 1n) / divisor;
}
