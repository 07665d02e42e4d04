/** What there is after each of some amounts, which come one after another to what was there before. */
export function runningSum(before: bigint, amounts: readonly bigint[]): bigint[] {
  let sum = before;
  return amounts.map((amount) => (sum += amount));
}
