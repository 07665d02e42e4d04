import type { EligibilityRule } from '#contract/ipo/names.ts';
import type { OfferingInfo } from '#contract/ipo/records.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { Refusal, type RefusalParams } from '#server/platform/refusal.ts';
import type { OfferingRow } from './offerings/offering-row.ts';

/** The data of a client that decide on eligibility and fee. */
export interface Applicant {
  level: number;
  tier: TierName;
  country: string;
  /** The fee of the client's tier, in basis points. */
  tierFeeBps: number;
  /** Null when the client has not answered, or too long ago. */
  suitable: boolean | null;
  /** False for staff who see offerings and have no exception for this one. */
  mayDeal: boolean;
}

export async function readApplicant(
  { clock }: Pick<App, 'clock'>,
  db: Queries,
  clientId: string,
  offeringId: string,
): Promise<Applicant> {
  return db.one<Applicant>(sql`
    select ${clientLevel} as level, b.tier, c.country,
           (b.ipo_fee_percent * 100)::int as "tierFeeBps",
           (select s.suitable from ipo_suitability s, ipo_setting t
            where s.client_id = c.id and s.at > ${clock.now()}::timestamptz - make_interval(days => t.suitability_days)
            order by s.at desc limit 1) as suitable,
           may_deal(c.id, ${offeringId}, ${clock.now()}) as "mayDeal"
    from person c join client_benefit b on b.client_id = c.id where c.id = ${clientId}`);
}

/** The fee of this client: the offering's, or the tier's if lower. */
export const feeInBpsOf = (offering: Pick<OfferingRow, 'feeInBps'>, applicant: Applicant): number =>
  Math.min(offering.feeInBps, applicant.tierFeeBps);

const rank = (tier: TierName) => tierNames.indexOf(tier);

/** In the order in which they are checked. */
const rules: {
  rule: EligibilityRule;
  isMet: (offering: OfferingRow, applicant: Applicant) => boolean;
  params: (offering: OfferingRow) => RefusalParams;
  /** Where a client can fix it; null if they cannot. */
  path: string | null;
}[] = [
  {
    rule: 'staff',
    isMet: (_, { mayDeal }) => mayDeal,
    params: () => ({}),
    path: null,
  },
  {
    rule: 'level',
    isMet: ({ minLevel }, { level }) => level >= minLevel,
    params: ({ minLevel }) => ({ level: minLevel }),
    path: '/settings/verification',
  },
  {
    rule: 'country',
    isMet: ({ excludedCountries }, { country }) => !excludedCountries.includes(country),
    params: () => ({}),
    path: null,
  },
  {
    rule: 'tier',
    isMet: ({ minTier }, { tier }) => rank(tier) >= rank(minTier),
    params: ({ minTier }) => ({ tier: minTier }),
    path: '/investor',
  },
  {
    rule: 'suitability',
    isMet: (_, { suitable }) => suitable === true,
    params: () => ({}),
    path: '/ipo/suitability',
  },
];

/** Every rule that applies to the client, with whether it is met and what to do, in the caller's language. */
export function explainEligibility(
  { text }: App,
  language: Language,
  offering: OfferingRow,
  applicant: Applicant,
): OfferingInfo['eligibility'] {
  const concerning = rules.filter(({ rule }) => rule !== 'staff' || !applicant.mayDeal);
  return concerning.map(({ rule, isMet, params, path }) => {
    const met = isMet(offering, applicant);
    const named = spoken({ text }, language, params(offering));
    const unsuitable = rule === 'suitability' && applicant.suitable === false;
    const key = rule === 'staff' ? 'errors.staff_dealing' : `names.ipo_rule_${unsuitable ? 'unsuitable' : rule}`;
    return { rule, met, explanation: text(language, key, named), path: met ? null : path };
  });
}

/** @throws Refusal `staff.dealing`, `ipo.level`, `ipo.country`, `ipo.tier`, `ipo.suitability` */
export function checkEligible(app: App, language: Language, offering: OfferingRow, applicant: Applicant): void {
  const unmet = rules.find(({ isMet }) => !isMet(offering, applicant));
  if (!unmet) return;
  const code = unmet.rule === 'staff' ? ('staff.dealing' as const) : (`ipo.${unmet.rule}` as const);
  throw new Refusal(code, spoken(app, language, unmet.params(offering)));
}

/** Tiers are named in the reader's language. */
function spoken({ text }: Pick<App, 'text'>, language: Language, params: RefusalParams): RefusalParams {
  const { tier } = params;
  return typeof tier === 'string' ? { ...params, tier: text(language, `common.tier_${tier}`, {}) } : params;
}
