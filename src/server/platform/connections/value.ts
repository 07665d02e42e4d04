import type { TierName } from '#contract/portfolio/tier-names.ts';

/** What is configured about a connection, as the columns `value` and `draft` hold it. */
export interface ConnectionValue {
  name: string;
  /** By the adapter's schema. */
  settings: Record<string, string | number | boolean>;
  /** The provider's server stands in the operator's own network. */
  in_own_network: boolean;
  /** Empty for all. */
  countries: string[];
  currencies: string[];
  tiers: TierName[];
  /** Minor units of its one currency; null for no bound. */
  min: string | null;
  max: string | null;
  /** The smallest comes first. */
  order: number;
}
