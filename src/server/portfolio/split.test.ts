import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountsByDay, valueByDay } from './history.ts';
import { attributeChange, withFlows } from './pnl-attribution.ts';
import type { ResultOfDay } from './results.ts';

const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];
const [first] = days;
const amount = fc.bigInt(-1_000_000n, 1_000_000n);
const positive = fc.bigInt(0n, 1_000_000n);

const resultsIn = (currency: string) =>
  fc.tuple(
    ...days.slice(1).map((on) =>
      fc
        .record({
          inMinor: positive,
          outMinor: positive.map((minor) => -minor),
          correctedMinor: amount,
          priceMinor: amount,
          incomeMinor: amount,
          feesMinor: amount,
        })
        .map((parts): ResultOfDay => ({ on, currency, ...parts })),
    ),
  );

const netOf = ({ inMinor, outMinor, correctedMinor, priceMinor, incomeMinor, feesMinor }: ResultOfDay) =>
  inMinor + outMinor + correctedMinor + priceMinor + incomeMinor + feesMinor;

/** A holding with these results, which had been `startMinor` before the first. */
const holdingOf = (currency: string, startMinor: bigint, results: readonly ResultOfDay[]) => {
  const byDay = new Map(results.map((result) => [result.on, netOf(result)]));
  const presentMinor = results.reduce((sum, result) => sum + netOf(result), startMinor);
  return { currency, amounts: amountsByDay(days, presentMinor, byDay) };
};

/** Rates are hundredths of a dollar. */
const rates = fc.array(fc.bigInt(1n, 300n), { minLength: days.length, maxLength: days.length });

it('adds up exactly, and its currency part is what the moving rates did to what was there', () => {
  fc.assert(
    fc.property(resultsIn('USD'), resultsIn('EUR'), amount, amount, rates, (dollars, euros, usd, eur, rate) => {
      const toCents = (minor: bigint, currency: string, on: string) =>
        currency === 'USD' ? minor : (minor * (rate[days.indexOf(on)] ?? 0n)) / 100n;
      const results = [...dollars, ...euros];
      const values = valueByDay(days, [holdingOf('USD', usd, dollars), holdingOf('EUR', eur, euros)], toCents);
      const change = (values.at(-1)?.cents ?? 0n) - (values[0]?.cents ?? 0n);
      const split = attributeChange(change, results, toCents);
      expect(Object.values(split).reduce((sum, cents) => sum + cents, 0n)).toBe(change);

      const flows = withFlows(values.slice(1), results, toCents);
      expect(flows.reduce((sum, { flowMinor }) => sum + flowMinor, 0n)).toBe(
        split.inCents + split.outCents + split.correctedCents,
      );

      // In hundredths of a cent, without rounding: the euros of each evening times the next day's change of the rate.
      let [held, moved] = [eur, 0n];
      for (const [index, result] of euros.entries()) {
        moved += held * ((rate[index + 1] ?? 0n) - (rate[index] ?? 0n));
        held += netOf(result);
      }
      const apart = split.currencyCents * 100n - moved;
      // Each amount that was valued lost less than a cent: six a day, and the two values at the ends.
      expect(apart < 0n ? -apart : apart).toBeLessThan(100n * BigInt(6 * euros.length + 2));
    }),
  );
});

it('has no currency part where all is in dollars', () => {
  fc.assert(
    fc.property(resultsIn('USD'), amount, (results, start) => {
      const toCents = (minor: bigint) => minor;
      const values = valueByDay(days, [holdingOf('USD', start, results)], toCents);
      expect(values[0]).toEqual({ on: first, cents: start });
      expect(attributeChange((values.at(-1)?.cents ?? 0n) - start, results, toCents).currencyCents).toBe(0n);
    }),
  );
});
