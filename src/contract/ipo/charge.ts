/** What an application pays besides the shares. */
export interface FeesIn {
  feeInBps: number;
  /** The percentage is at least so much when anything is allotted. */
  feeInMinMinor: bigint;
  /** Of the application itself, whatever its amount. */
  feeFixedMinor: bigint;
}

export interface Charge {
  costMinor: bigint;
  /** The percentage or its minimum, and the fixed fee. */
  feeMinor: bigint;
}

/** Cost and fees of so many shares at a price, in minor units; what the client pays is rounded up. */
export function chargeOf(quantity: number, priceMinor: bigint, fees: FeesIn): Charge {
  const costMinor = BigInt(quantity) * priceMinor;
  const percentage = (costMinor * BigInt(fees.feeInBps) + 9_999n) / 10_000n;
  const feeMinor = percentage > fees.feeInMinMinor ? percentage : fees.feeInMinMinor;
  return { costMinor, feeMinor: (quantity > 0 ? feeMinor : 0n) + fees.feeFixedMinor };
}

/** How many of the requested lots the held money pays for at the final price, fees included. */
export function lotsCovered(
  { lots, lotSize, heldMinor }: { lots: number; lotSize: number; heldMinor: bigint },
  priceMinor: bigint,
  fees: FeesIn,
): number {
  const isCovered = (lots: number) => {
    const { costMinor, feeMinor } = chargeOf(lots * lotSize, priceMinor, fees);
    return costMinor + feeMinor <= heldMinor;
  };
  if (isCovered(lots)) return lots;
  let [covered, tooMany] = [0, lots];
  while (tooMany - covered > 1) {
    const middle = Math.floor((covered + tooMany) / 2);
    if (isCovered(middle)) covered = middle;
    else tooMany = middle;
  }
  return covered;
}
