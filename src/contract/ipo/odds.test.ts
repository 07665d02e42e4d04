import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddsOf, sizeOf, type PastOffering } from './odds.ts';

/** Each request by itself, as percent of what was requested. */
const offering = (...percents: number[]): PastOffering =>
  [...new Set(percents)].map((percent) => {
    const requests = percents.filter((each) => each === percent).length;
    return { percent, requests, served: percent > 0 ? requests : 0 };
  });

describe('the odds of an allotment', () => {
  it('come from the results of the requests of one offering', () => {
    // Ten requests: a tenth got 0, half of them at most 20, nine tenths at most 60.
    expect(oddsOf([offering(0, 10, 10, 10, 20, 20, 30, 40, 60, 100)])).toEqual({
      offerings: 1,
      requests: 10,
      servedPercent: 90,
      lowPercent: 0,
      medianPercent: 20,
      highPercent: 60,
    });
  });

  it('give each offering the same weight, however many applied', () => {
    // All of five got everything, none of fifteen anything: one half, and not one quarter.
    const odds = oddsOf([offering(100, 100, 100, 100, 100), offering(...Array<number>(15).fill(0))]);
    expect(odds).toMatchObject({ offerings: 2, requests: 20, servedPercent: 50, medianPercent: 0, highPercent: 100 });
    // By hand: 5 of 5, 4 of 6 and 0 of 7 are (1 + 2/3 + 0) / 3 = 55.55 %.
    const three = [offering(8, 8, 8, 8, 8), offering(0, 0, 9, 9, 9, 9), offering(0, 0, 0, 0, 0, 0, 0)];
    expect(oddsOf(three)).toMatchObject({ servedPercent: 55, lowPercent: 0, medianPercent: 8, highPercent: 9 });
  });

  it('count an applicant as served who got less than one percent', () => {
    expect(oddsOf([[{ percent: 0, requests: 5, served: 3 }]])).toMatchObject({ servedPercent: 60, medianPercent: 0 });
  });

  it('say nothing of too few requests', () => {
    expect(oddsOf([])).toBeNull();
    expect(oddsOf([offering(1, 2, 3, 4)])).toBeNull();
    expect(oddsOf([offering(1, 2, 3, 4), offering(50, 50, 50, 50, 50)])).toMatchObject({ offerings: 1, requests: 5 });
  });

  it('lie between minimum and maximum, in order, whatever the order of the past', () => {
    const past = fc.array(fc.array(fc.nat(100), { minLength: 5, maxLength: 12 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(past, (all) => {
        const odds = oddsOf(all.map((percents) => offering(...percents)));
        const ordered = [0, odds!.lowPercent, odds!.medianPercent, odds!.highPercent, 100];
        expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
        expect(oddsOf(all.toReversed().map((percents) => offering(...percents.toReversed())))).toEqual(odds);
      }),
    );
  });
});

it('treats requests as alike that differ by less than twice', () => {
  expect([1, 2, 3, 4, 7, 8, 1023, 1024, 2_000_000_000].map(sizeOf)).toEqual([0, 1, 1, 2, 2, 3, 9, 10, 30]);
});
