/** An asset: its amount at the end of each day, in minor units, for a list of days. */
export interface Amounts {
  currency: string;
  amounts: readonly bigint[];
}

/** What an amount was worth in USD cents at the end of a day. */
export type ToCents = (amountMinor: bigint, currency: string, on: string) => bigint;

const dayMs = 86_400_000;

/** The last `count` UTC days, the oldest first; today is the last. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/** From one day to another, both included; nothing when it ends before it begins. */
export function daysBetween(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return lastDays(new Date(to), Math.max(0, count));
}

/**
 * What money amounted to at the end of each day: from what it is now, taking back day by day what moved since.
 * @param days without gaps, the last is today
 * @param byDay net movement; days without one are left out
 */
export function amountsByDay(
  days: readonly string[],
  presentMinor: bigint,
  byDay: ReadonlyMap<string, bigint>,
): bigint[] {
  let amount = presentMinor;
  return days
    .toReversed()
    .map((on) => {
      const then = amount;
      amount -= byDay.get(on) ?? 0n;
      return then;
    })
    .toReversed();
}

/** The total value at the end of each day, in cents, each day at its own rate. */
export function valueByDay(
  days: readonly string[],
  all: readonly Amounts[],
  toCents: ToCents,
): { on: string; cents: bigint }[] {
  return days.map((on, index) => ({
    on,
    cents: all.reduce((sum, { currency, amounts }) => sum + toCents(amounts[index] ?? 0n, currency, on), 0n),
  }));
}
