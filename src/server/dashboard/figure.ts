import type { FigureName } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import type { Period } from './period.ts';

export type Figure = Dashboard['figures'][number];

/** A figure that its days add up to, in the smallest unit. A day without a row has nothing. */
export function summedFigure(
  name: FigureName,
  { days, daysBefore }: Period,
  rows: readonly { on: string; amount: bigint }[],
  write: (amount: bigint) => string = String,
): Figure {
  const byDay = new Map<string, bigint>();
  for (const { on, amount } of rows) byDay.set(on, (byDay.get(on) ?? 0n) + amount);
  const of = (on: string) => byDay.get(on) ?? 0n;
  const total = (all: readonly string[]) => write(all.reduce((sum, on) => sum + of(on), 0n));
  return {
    name,
    total: total(days),
    total_before: total(daysBefore),
    days: days.map((on) => write(of(on))),
    days_before: daysBefore.map((on) => write(of(on))),
  };
}
