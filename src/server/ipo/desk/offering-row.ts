import type { AllotmentMethod, OfferingMode, OfferingState } from '#contract/ipo-names.ts';
import type { TierName } from '#contract/tier-names.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';

/** An offering as it is stored. Money in minor units of `currency`, percentages in basis points. */
export interface OfferingRow {
  id: string;
  issuer: string;
  ticker: string;
  isin: string | null;
  exchange: string;
  sector: string;
  currency: string;
  mode: OfferingMode;
  priceLowMinor: bigint;
  priceHighMinor: bigint;
  finalPriceMinor: bigint | null;
  sharesOffered: bigint;
  sharesOutstanding: bigint;
  quota: bigint;
  sold: bigint;
  lotSize: number;
  minQuantity: number;
  maxQuantity: number;
  feeInBps: number;
  feeInMinMinor: bigint;
  feeFixedMinor: bigint;
  feeOutBps: number;
  lockUpDays: number;
  earlyExitBps: number | null;
  minLevel: number;
  minTier: TierName;
  excludedCountries: string[];
  cutOff: 'close' | 'confirm_until';
  whenPostponed: 'keep' | 'release';
  allotmentMethod: AllotmentMethod;
  disclosureVersion: number;
  state: OfferingState;
  postponedFrom: OfferingState | null;
  opensAt: Date;
  closesAt: Date;
  announcedAt: Date | null;
  pricedAt: Date | null;
  confirmUntil: Date | null;
  cancelUntil: Date | null;
  allottedAt: Date | null;
  settledAt: Date | null;
  listedAt: Date | null;
  lockUpEndsAt: Date | null;
  updatedAt: Date;
  version: number;
  /** The allotment has begun: nobody leaves the book any more. */
  frozen: boolean;
  /** Applications that wait with money, or shares that clients still have. */
  involved: boolean;
}

const columns = sql`
  o.id, o.issuer, o.ticker, o.isin, o.exchange, o.sector, o.currency, o.mode,
  o.price_low_minor as "priceLowMinor", o.price_high_minor as "priceHighMinor", o.final_price_minor as "finalPriceMinor",
  o.shares_offered as "sharesOffered", o.shares_outstanding as "sharesOutstanding", o.quota, o.sold,
  o.lot_size as "lotSize", o.min_quantity as "minQuantity", o.max_quantity as "maxQuantity",
  o.fee_in_bps as "feeInBps", o.fee_in_min_minor as "feeInMinMinor", o.fee_fixed_minor as "feeFixedMinor", o.fee_out_bps as "feeOutBps",
  o.lock_up_days as "lockUpDays", o.early_exit_bps as "earlyExitBps", o.min_level as "minLevel", o.min_tier as "minTier",
  o.excluded_countries as "excludedCountries", o.cut_off as "cutOff", o.when_postponed as "whenPostponed",
  o.allotment_method as "allotmentMethod", o.disclosure_version as "disclosureVersion", o.state, o.postponed_from as "postponedFrom",
  o.opens_at as "opensAt", o.closes_at as "closesAt", o.announced_at as "announcedAt", o.priced_at as "pricedAt",
  o.confirm_until as "confirmUntil", o.cancel_until as "cancelUntil", o.allotted_at as "allottedAt", o.settled_at as "settledAt",
  o.listed_at as "listedAt", o.lock_up_ends_at as "lockUpEndsAt", o.updated_at as "updatedAt", o.version,
  exists (select from ipo_allotment f where f.offering_id = o.id) as frozen,
  exists (select from ipo_application w where w.offering_id = o.id
            and w.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed'))
    or exists (select from ipo_holding h where h.offering_id = o.id and h.sold_quantity < h.quantity) as involved`;

/** Offerings `o` that meet a condition, which may also order them. */
export const readOfferings = (db: Queries, conditionAndOrder: Sql): Promise<OfferingRow[]> =>
  db.rows<OfferingRow>(sql`select ${columns} from ipo_offering o where ${conditionAndOrder}`);

/** @throws Refusal `http.not_found` */
export async function readOffering(db: Queries, id: string): Promise<OfferingRow> {
  const [found] = await readOfferings(db, sql`o.id = ${id}`);
  if (!found) throw notFound();
  return found;
}

/**
 * The same, under its lock: no client applies, and no job moves it on, before this transaction has ended.
 * @throws Refusal `http.not_found`
 */
export async function lockOffering(tx: Tx, id: string): Promise<OfferingRow> {
  await tx.run(sql`select from ipo_offering where id = ${id} for update`);
  return readOffering(tx, id);
}
