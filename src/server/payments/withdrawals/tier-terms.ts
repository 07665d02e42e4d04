import type { TierName } from '#contract/portfolio/tier-names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

interface TierTerms {
  tier: TierName;
  /** The discount on a withdrawal's fee, in percent. */
  feeOffPercent: string;
  /** The factor on the level's limits of withdrawals. */
  limitFactor: string;
}

/** The terms that a client's tier gives for withdrawals now. */
export const readTierTerms = (db: Queries, clientId: string): Promise<TierTerms> =>
  db.one<TierTerms>(sql`
    select tier, withdrawal_fee_off_percent as "feeOffPercent", withdrawal_limit_factor as "limitFactor"
    from client_benefit where client_id = ${clientId}`);
