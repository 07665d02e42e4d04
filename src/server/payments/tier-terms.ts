import type { TierName } from '#contract/tier-names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

interface TierTerms {
  tier: TierName;
  /** Percent of a withdrawal's fee that are let off. */
  feeOffPercent: string;
  /** Limits of withdrawals are those of the level so many times. */
  limitFactor: string;
}

/** What a client's tier changes of his withdrawals now. */
export const readTierTerms = (db: Queries, clientId: string): Promise<TierTerms> =>
  db.one<TierTerms>(sql`
    select tier, withdrawal_fee_off_percent as "feeOffPercent", withdrawal_limit_factor as "limitFactor"
    from client_benefit where client_id = ${clientId}`);
