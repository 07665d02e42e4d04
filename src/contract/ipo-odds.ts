/** Of one past offering: how many requests got so many whole percent of what they asked for, and how many of those got any. */
export type PastOffering = readonly { percent: number; requests: number; served: number }[];

/** What became of requests in past offerings, each of which counts the same. Whole percent, cut and not rounded up. */
export interface AllotmentOdds {
  offerings: number;
  requests: number;
  /** So many of a hundred got shares. */
  servedPercent: number;
  /** What a tenth, half and nine tenths of them got at most, of what they had asked for. */
  lowPercent: number;
  medianPercent: number;
  highPercent: number;
}

/** With fewer requests an offering says little, and of its clients too much. */
export const fewestRequests = 5;

/** Requests are alike in size when this is the same: 1, 2 to 3, 4 to 7, 8 to 15 lots and so on. */
export const sizeOf = (lots: number): number => 31 - Math.clz32(lots);

/** The odds by what has happened so far; null where too little has. Exact, in whatever order the past is told. */
export function oddsOf(past: readonly PastOffering[]): AllotmentOdds | null {
  const told = past.filter((offering) => requestsIn(offering) >= fewestRequests);
  if (told.length === 0) return null;
  const whole = told.reduce((multiple, offering) => lcm(multiple, BigInt(requestsIn(offering))), 1n);
  const total = whole * BigInt(told.length);
  const weighed = told.flatMap((offering) => {
    const each = whole / BigInt(requestsIn(offering));
    return offering.map(({ percent, requests, served }) => ({
      percent,
      weight: each * BigInt(requests),
      served: each * BigInt(served),
    }));
  });
  weighed.sort((a, b) => a.percent - b.percent);
  const percentAt = (part: bigint) => {
    let reached = 0n;
    return weighed.find(({ weight }) => (reached += weight) * 100n >= part * total)?.percent ?? 0;
  };
  const served = weighed.reduce((sum, each) => sum + each.served, 0n);
  return {
    offerings: told.length,
    requests: told.reduce((sum, offering) => sum + requestsIn(offering), 0),
    servedPercent: Number((served * 100n) / total),
    lowPercent: percentAt(10n),
    medianPercent: percentAt(50n),
    highPercent: percentAt(90n),
  };
}

const requestsIn = (offering: PastOffering) => offering.reduce((sum, { requests }) => sum + requests, 0);

const lcm = (a: bigint, b: bigint) => (a / gcd(a, b)) * b;
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
