/** Of one past offering: how many requests got so many whole percent of their size, and how many of those got any. */
export type PastOffering = readonly { percent: number; requests: number; served: number }[];

/** What became of requests in past offerings, each of which counts the same. Whole percent, cut and not rounded up. */
export interface AllotmentOdds {
  offerings: number;
  requests: number;
  /** So many of a hundred got shares. */
  servedPercent: number;
  /** What a tenth, half and nine tenths of them got at most, in percent of their request. */
  lowPercent: number;
  medianPercent: number;
  highPercent: number;
}

/** With fewer requests an offering shows little, and reveals too much of its clients. */
export const fewestRequests = 5;

/** Requests are alike in size when this is the same: 1, 2 to 3, 4 to 7, 8 to 15 lots and so on. */
export const sizeOf = (lots: number): number => 31 - Math.clz32(lots);

/** The odds by past offerings; null without enough of them. Exact, whatever the order of the past offerings. */
export function oddsOf(past: readonly PastOffering[]): AllotmentOdds | null {
  const comparable = past.filter((offering) => requestsIn(offering) >= fewestRequests);
  if (comparable.length === 0) return null;
  const whole = comparable.reduce((multiple, offering) => lcm(multiple, BigInt(requestsIn(offering))), 1n);
  const total = whole * BigInt(comparable.length);
  const weighed = comparable.flatMap((offering) => {
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
    offerings: comparable.length,
    requests: comparable.reduce((sum, offering) => sum + requestsIn(offering), 0),
    servedPercent: Number((served * 100n) / total),
    lowPercent: percentAt(10n),
    medianPercent: percentAt(50n),
    highPercent: percentAt(90n),
  };
}

const requestsIn = (offering: PastOffering) => offering.reduce((sum, { requests }) => sum + requests, 0);

const lcm = (a: bigint, b: bigint) => (a / gcd(a, b)) * b;
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
