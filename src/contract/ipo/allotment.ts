import { allotmentMethods, type AllotmentMethod } from './names.ts';

/** A method that the product computes; `manual` takes the result of another program. docs/ipo.md explains each. */
export type ComputedMethod = Exclude<AllotmentMethod, 'manual'>;
export const computedMethods = allotmentMethods.filter((method): method is ComputedMethod => method !== 'manual');

/** What one application requests. */
export interface LotRequest {
  /** Whole lots that count; none where the limit is below the final price. */
  lots: number;
  /** In hundredths: 125 counts one and a quarter. */
  weight: number;
  /** Its position in the draw, from 0 on; each occurs once. A tie goes to the earlier one. */
  rank: number;
}

const methods: Record<ComputedMethod, (quota: number, requests: readonly LotRequest[]) => number[] | null> = {
  full: (quota, requests) => (sumOf(requests) <= quota ? requests.map(({ lots }) => lots) : null),
  pro_rata: (quota, requests) => inProportion(quota, unweighted(requests)),
  tier_weighted: inProportion,
  one_lot_each: (quota, requests) => {
    const applicants = requests.filter(({ lots }) => lots > 0).length;
    const each = drawInTurn(Math.min(quota, applicants), requests, 1);
    if (quota <= applicants) return each;
    const more = requests.map((request, i) => ({ ...request, lots: request.lots - (each[i] ?? 0) }));
    return inProportion(quota - applicants, unweighted(more)).map((lots, i) => lots + (each[i] ?? 0));
  },
  lottery: (quota, requests) => drawInTurn(quota, requests, Number.MAX_SAFE_INTEGER),
};

/**
 * Shares out `quota` lots. The result is in the order of the requests, and yet depends on their content alone: the same
 * requests in another order get the same. Never more than was requested, nor more than the quota in total.
 * @returns null where the method cannot serve: `full` with a demand above the quota
 */
export function allot(method: ComputedMethod, quota: number, requests: readonly LotRequest[]): number[] | null {
  return methods[method](quota, requests);
}

const sumOf = (requests: readonly LotRequest[]) => requests.reduce((sum, { lots }) => sum + lots, 0);

const unweighted = (requests: readonly LotRequest[]) => requests.map((request) => ({ ...request, weight: 100 }));

/** Goes through the draw once: each gets up to `most` lots of their request while there are any. */
function drawInTurn(quota: number, requests: readonly LotRequest[], max: number): number[] {
  const drawn: number[] = requests.map(() => 0);
  requests.forEach(({ rank }, index) => (drawn[rank] = index));
  const allotted = requests.map(() => 0);
  let left = quota;
  for (const index of drawn) {
    const lots = Math.min(left, max, requests[index]?.lots ?? 0);
    allotted[index] = lots;
    left -= lots;
  }
  return allotted;
}

/**
 * To each by lots × weight. Where that gives more than the request, the applicant gets the request, and the rest is
 * shared again among the others. Exact shares are cut to whole lots; those with the largest rest get one more.
 */
function inProportion(quota: number, requests: readonly LotRequest[]): number[] {
  const { left, total, lightest } = serveInFull(quota, requests);
  const allotted: number[] = [];
  const rests: { rest: bigint; rank: number; index: number }[] = [];
  let spare = left;
  requests.forEach(({ lots, weight, rank }, index) => {
    if (weight >= lightest || total === 0n) return void (allotted[index] = lots);
    const exact = left * BigInt(lots) * BigInt(weight);
    const whole = exact / total;
    allotted[index] = Number(whole);
    spare -= whole;
    rests.push({ rest: exact % total, rank: rank, index });
  });
  rests.sort((a, b) => (a.rest === b.rest ? a.rank - b.rank : a.rest < b.rest ? 1 : -1));
  for (const { index } of rests.slice(0, Number(spare))) allotted[index] = (allotted[index] ?? 0) + 1;
  return allotted;
}

/**
 * An applicant with a weight of at least `lightest` is served in full: of `left` lots at total claims `total` they
 * would get lots × weight × left / total, which reaches their lots as soon as weight × left reaches the total. Serving
 * the heaviest in full leaves the others a greater share, so one pass from heavy to light finds all.
 */
function serveInFull(quota: number, requests: readonly LotRequest[]) {
  const lotsOf = new Map<number, bigint>();
  for (const { weight, lots } of requests) lotsOf.set(weight, (lotsOf.get(weight) ?? 0n) + BigInt(lots));
  let left = BigInt(quota);
  let total = [...lotsOf].reduce((sum, [weight, lots]) => sum + BigInt(weight) * lots, 0n);
  let lightest = Number.POSITIVE_INFINITY;
  for (const [weight, lots] of [...lotsOf].toSorted(([a], [b]) => b - a)) {
    if (BigInt(weight) * left < total) break;
    left -= lots;
    total -= BigInt(weight) * lots;
    lightest = weight;
  }
  return { left, total, lightest };
}
