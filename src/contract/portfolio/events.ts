import type { TierName } from './tier-names.ts';

/** What happened, with what a listener needs to act. */
export interface PortfolioEvents {
  /** `on` is the day (UTC) from which on it counts. */
  'portfolio.tier_changed': { clientId: string; from: TierName; to: TierName; on: string };
}
