import { tierNames, type TierName } from '#contract/portfolio/tier-names.ts';

/** One application and what it got, in shares. */
export interface Allotted {
  tier: TierName;
  requested: number;
  allotted: number;
}

export interface TierSummary {
  tier: TierName;
  applicants: number;
  requested: number;
  allotted: number;
  /** Applicants who got shares. */
  served: number;
  /** Allotted of requested, with two places. */
  fillPercent: string;
}

/** The summary of an allotment, in shares. Tiers without applications are left out. */
export interface AllotmentSummary {
  allotted: number;
  served: number;
  /** Of those who got shares; 0 without any. */
  largest: number;
  smallest: number;
  byTier: TierSummary[];
}

export function summarise(applications: readonly Allotted[]): AllotmentSummary {
  const served = applications.filter(({ allotted }) => allotted > 0);
  return {
    allotted: sum(applications, 'allotted'),
    served: served.length,
    largest: served.reduce((max, { allotted }) => Math.max(max, allotted), 0),
    smallest: served.reduce((min, { allotted }) => Math.min(min, allotted), served[0]?.allotted ?? 0),
    byTier: tierNames.flatMap((tier) => {
      const own = applications.filter((application) => application.tier === tier);
      if (own.length === 0) return [];
      const [requested, allotted] = [sum(own, 'requested'), sum(own, 'allotted')];
      const fillPercent = ratioOf(allotted * 100, requested);
      const got = own.filter(({ allotted }) => allotted > 0).length;
      return [{ tier, applicants: own.length, requested, allotted, served: got, fillPercent }];
    }),
  };
}

/** A ratio of counts with two places, cut and not rounded up: what is not quite all never reads as all. */
export function ratioOf(part: number, whole: number): string {
  if (whole === 0) return '0.00';
  const hundredths = String((BigInt(part) * 100n) / BigInt(whole)).padStart(3, '0');
  return `${hundredths.slice(0, -2)}.${hundredths.slice(-2)}`;
}

const sum = (applications: readonly Allotted[], what: 'requested' | 'allotted') =>
  applications.reduce((total, application) => total + application[what], 0);
