import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allot, computedMethods, type ComputedMethod, type LotRequest } from './allotment.ts';

const requestsOf = (lots: number[], weights: number[] = []): LotRequest[] =>
  lots.map((each, index) => ({ lots: each, weight: weights[index] ?? 100, rank: index }));

const book = requestsOf([50, 100, 30, 200], [100, 125, 150, 200]);

const sum = (lots: readonly number[]) => lots.reduce((a, b) => a + b, 0);

describe('allot', () => {
  it.each<[ComputedMethod, number, LotRequest[], number[] | null]>([
    ['tier_weighted', 100, book, [8, 20, 7, 65]],
    ['tier_weighted', 350, book, [34, 86, 30, 200]],
    ['tier_weighted', 380, book, [50, 100, 30, 200]],
    ['tier_weighted', 1000, book, [50, 100, 30, 200]],
    ['pro_rata', 100, book, [13, 26, 8, 53]],
    ['pro_rata', 380, book, [50, 100, 30, 200]],
    ['pro_rata', 2, requestsOf([1, 1, 1]), [1, 1, 0]],
    ['full', 380, book, [50, 100, 30, 200]],
    ['full', 379, book, null],
    ['one_lot_each', 3, book, [1, 1, 1, 0]],
    ['one_lot_each', 4, book, [1, 1, 1, 1]],
    ['one_lot_each', 104, book, [14, 27, 9, 54]],
    ['one_lot_each', 500, book, [50, 100, 30, 200]],
    ['lottery', 160, book, [50, 100, 10, 0]],
    ['pro_rata', 100, requestsOf([0, 0]), [0, 0]],
    ['one_lot_each', 100, requestsOf([0, 3, 0]), [0, 3, 0]],
    ['lottery', 100, [], []],
  ])('%s of %i', (method, quota, requests, expected) => {
    expect(allot(method, quota, requests)).toEqual(expected);
  });

  it('draws 28,012 lots for 957,193 applicants: 2.93 % get one', () => {
    const requests = requestsOf(Array.from({ length: 957_193 }, (_, n) => 1 + (n % 13)));
    const allotted = allot('one_lot_each', 28_012, requests) ?? [];
    const drawn = allotted.filter((lots) => lots === 1).length;
    expect([drawn, sum(allotted)]).toEqual([28_012, 28_012]);
    expect(Math.round((drawn / requests.length) * 10_000)).toBe(293);
  });

  it('shares among as many by exact fractions', () => {
    const requests = requestsOf(
      Array.from({ length: 957_193 }, (_, n) => 1 + (n % 13)),
      Array.from({ length: 957_193 }, (_, n) => 100 + (n % 5) * 25),
    );
    expect(sum(allot('tier_weighted', 2_000_000, requests) ?? [])).toBe(2_000_000);
  });
});

const someRequests = (max: { requests: number; lots: number }) =>
  fc
    .array(fc.record({ lots: fc.nat(max.lots), weight: fc.constantFrom(50, 100, 125, 150, 200, 333) }), {
      maxLength: max.requests,
    })
    .chain((requests) =>
      fc
        .shuffledSubarray(
          requests.map((_, n) => n),
          { minLength: requests.length },
        )
        .map((positions): LotRequest[] => requests.map((request, n) => ({ ...request, rank: positions[n] ?? 0 }))),
    );

const aMethod = fc.constantFrom(...computedMethods);

describe('whatever is requested', () => {
  const requests = someRequests({ requests: 40, lots: 500 });
  const quota = fc.nat(12_000);

  it('gives no more than there is, nor than was requested, and leaves nothing that an applicant wanted', () => {
    fc.assert(
      fc.property(aMethod, quota, requests, (method, quota, requests) => {
        const input = sum(requests.map(({ lots }) => lots));
        const allotted = allot(method, quota, requests);
        expect(allotted === null).toBe(method === 'full' && input > quota);
        if (!allotted) return;
        expect(sum(allotted)).toBe(Math.min(quota, input));
        requests.forEach(({ lots }, n) => {
          expect(Number.isInteger(allotted[n])).toBe(true);
          expect(allotted[n]).toBeGreaterThanOrEqual(0);
          expect(allotted[n]).toBeLessThanOrEqual(lots);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('depends on the requests and not on their order', () => {
    fc.assert(
      fc.property(aMethod, quota, requests, fc.nat(40), (method, quota, requests, turn) => {
        const turned = [...requests.slice(turn), ...requests.slice(0, turn)].toReversed();
        const byPosition = (input: LotRequest[]) =>
          allot(method, quota, input)?.reduce<number[]>((of, lots, n) => ((of[input[n]!.rank] = lots), of), []);
        expect(byPosition(turned)).toEqual(byPosition(requests));
      }),
      { numRuns: 500 },
    );
  });

  it('gives an applicant with more weight at least as much for the same request', () => {
    fc.assert(
      fc.property(quota, requests, (quota, requests) => {
        const allotted = allot('tier_weighted', quota, requests) ?? [];
        const passedOver = requests.filter((one, i) =>
          requests.some(
            (other, j) => one.lots === other.lots && one.weight > other.weight && allotted[i]! < allotted[j]!,
          ),
        );
        expect(passedOver).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

/** Fractions over one denominator, as the rule says: cut each share that is too large, share again, until none is. */
function idealShares(quota: number, requests: LotRequest[]): { numerators: bigint[]; denominator: bigint } {
  const capped = new Set<number>();
  for (;;) {
    const left = BigInt(quota - sum([...capped].map((n) => requests[n]!.lots)));
    const claim = (n: number) => BigInt(requests[n]!.lots * requests[n]!.weight);
    const open = requests.flatMap((_, n) => (capped.has(n) ? [] : [n]));
    const total = open.reduce((all, n) => all + claim(n), 0n);
    const over = open.filter((n) => left * claim(n) >= total * BigInt(requests[n]!.lots));
    if (over.length === 0) {
      const denominator = total === 0n ? 1n : total;
      const numerators = requests.map(({ lots }, n) => (capped.has(n) ? BigInt(lots) * denominator : left * claim(n)));
      return { numerators, denominator };
    }
    for (const n of over) capped.add(n);
  }
}

/** All ways to share out so many lots. */
function* waysToShare(quota: number, max: number[]): Generator<number[]> {
  const [first, ...others] = max;
  if (first === undefined) {
    if (quota === 0) yield [];
    return;
  }
  for (let lots = 0; lots <= Math.min(first, quota); lots++)
    for (const rest of waysToShare(quota - lots, others)) yield [lots, ...rest];
}

describe('beside every other way', () => {
  it('no other is nearer to the exact shares', () => {
    fc.assert(
      fc.property(fc.nat(12), someRequests({ requests: 5, lots: 5 }), (max, requests) => {
        const quota = Math.min(max, sum(requests.map(({ lots }) => lots)));
        const { numerators, denominator } = idealShares(quota, requests);
        const distance = (lots: number[]) =>
          lots.reduce((far, each, n) => far + (BigInt(each) * denominator - numerators[n]!) ** 2n, 0n);
        const ours = distance(allot('tier_weighted', quota, requests) ?? []);
        const ways = waysToShare(
          quota,
          requests.map(({ lots }) => lots),
        );
        for (const way of ways) expect(distance(way)).toBeGreaterThanOrEqual(ours);
      }),
      { numRuns: 300 },
    );
  });
});
