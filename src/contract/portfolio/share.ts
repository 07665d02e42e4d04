/** What an amount is of a total, in percent with the two digits that screens show, rounded half up; nothing of nothing. */
export function shareOf(minor: bigint, total: bigint): string {
  if (total <= 0n) return '0.00';
  const hundredths = (minor * 20_000n + total) / (2n * total);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
