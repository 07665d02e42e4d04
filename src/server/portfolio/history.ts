/** A holding of money in one currency, and how it moved by day. Amounts in minor units. */
export interface Movements {
  currency: string;
  presentMinor: bigint;
  /** Net movement by UTC day, `YYYY-MM-DD`; days without one are left out. */
  byDay: ReadonlyMap<string, bigint>;
}

/** What an amount was worth in USD cents at the end of a day. */
export type ToCents = (amountMinor: bigint, currency: string, on: string) => bigint;

const dayMs = 86_400_000;

/** The last `count` UTC days, the oldest first; today is the last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, place) =>
    new Date(now.getTime() - (count - 1 - place) * dayMs).toISOString().slice(0, 10),
  );
}

/**
 * What all holdings together were worth at the end of each day, in cents: from what they are now, taking back day by
 * day what moved since, each day at its own rate. `days` are without gaps, the last is today.
 */
export function valueByDay(
  days: readonly string[],
  holdings: readonly Movements[],
  toCents: ToCents,
): { on: string; cents: bigint }[] {
  const amounts = holdings.map(({ presentMinor }) => presentMinor);
  return days
    .toReversed()
    .map((on) => {
      const cents = holdings.reduce(
        (sum, { currency }, place) => sum + toCents(amounts[place] ?? 0n, currency, on),
        0n,
      );
      for (const [place, { byDay }] of holdings.entries())
        amounts[place] = (amounts[place] ?? 0n) - (byDay.get(on) ?? 0n);
      return { on, cents };
    })
    .toReversed();
}
