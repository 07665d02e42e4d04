import type { AllotmentMethod, ApplicationState, OfferingMode, OfferingState } from '#contract/ipo/names.ts';
import type { Offering } from '#contract/ipo/records.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { percentOf } from '../percent.ts';

/** An offering as it is stored. Amounts in minor units of its currency, percentages in basis points. */
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
  version: number;
}

/** Columns of `ipo_offering o`. */
export const offeringColumns = sql`
  o.id, o.issuer, o.ticker, o.isin, o.exchange, o.sector, o.currency, o.mode, o.price_low_minor as "priceLowMinor",
  o.price_high_minor as "priceHighMinor", o.final_price_minor as "finalPriceMinor", o.shares_offered as "sharesOffered",
  o.shares_outstanding as "sharesOutstanding", o.quota, o.sold, o.lot_size as "lotSize", o.min_quantity as "minQuantity",
  o.max_quantity as "maxQuantity", o.fee_in_bps as "feeInBps", o.fee_in_min_minor as "feeInMinMinor",
  o.fee_fixed_minor as "feeFixedMinor", o.fee_out_bps as "feeOutBps", o.lock_up_days as "lockUpDays",
  o.early_exit_bps as "earlyExitBps", o.min_level as "minLevel", o.min_tier as "minTier",
  o.excluded_countries as "excludedCountries", o.cut_off as "cutOff", o.when_postponed as "whenPostponed",
  o.allotment_method as "allotmentMethod", o.disclosure_version as "disclosureVersion", o.state,
  o.postponed_from as "postponedFrom", o.opens_at as "opensAt", o.closes_at as "closesAt", o.announced_at as "announcedAt",
  o.priced_at as "pricedAt", o.confirm_until as "confirmUntil", o.cancel_until as "cancelUntil", o.allotted_at as "allottedAt",
  o.settled_at as "settledAt", o.listed_at as "listedAt", o.lock_up_ends_at as "lockUpEndsAt", o.version`;

/** What clients see: everything that was announced and is not archived. */
export const shownToClients = sql`o.state not in ('draft', 'archived')`;

interface Seen {
  requested: bigint;
  applicants: number;
  quotedMinor: bigint | null;
  quotedAt: Date | null;
  mine: { id: string; state: ApplicationState; quantity: number } | null;
}

/** Offerings by what follows `where` on `o`, as one client sees them. */
export async function readOfferings(db: Queries, clientId: string, conditionAndOrder: Sql): Promise<Offering[]> {
  const rows = await db.rows<OfferingRow & Seen>(sql`
    select ${offeringColumns}, book.requested, book.applicants, price.price_minor as "quotedMinor", price.at as "quotedAt",
           (select jsonb_build_object('id', a.id, 'state', a.state, 'quantity', a.quantity) from ipo_application a
            where a.client_id = ${clientId} and a.offering_id = o.id and a.state not in ('cancelled', 'expired', 'rejected')) as mine
    from ipo_offering o
    cross join lateral (
      select coalesce(sum(d.requested), 0)::bigint as requested, coalesce(sum(d.applicants), 0)::int as applicants
      from ipo_demand d where d.offering_id = o.id) book
    left join lateral (
      select p.price_minor, p.at from ipo_price p where p.offering_id = o.id order by p.at desc limit 1) price on true
    where ${conditionAndOrder}`);
  return rows.map(offeringFrom);
}

function offeringFrom(row: OfferingRow & Seen): Offering {
  const money = (minor: bigint) => toDecimal(minor, row.currency);
  const at = (instant: Date | null) => instant?.toISOString() ?? null;
  return {
    stock_id: row.id,
    issuer: row.issuer,
    ticker: row.ticker,
    isin: row.isin,
    exchange: row.exchange,
    sector: row.sector,
    currency: row.currency,
    mode: row.mode,
    price_low: money(row.priceLowMinor),
    price_high: money(row.priceHighMinor),
    final_price: row.finalPriceMinor === null ? null : money(row.finalPriceMinor),
    shares_offered: Number(row.sharesOffered),
    shares_outstanding: Number(row.sharesOutstanding),
    quota: Number(row.quota),
    demand: { quantity: Number(row.mode === 'direct' ? row.sold : row.requested), applicants: row.applicants },
    lot_size: row.lotSize,
    min_quantity: row.minQuantity,
    max_quantity: row.maxQuantity,
    lock_up_days: row.lockUpDays,
    early_exit_percent: row.earlyExitBps === null ? null : percentOf(row.earlyExitBps),
    fee_in_percent: percentOf(row.feeInBps),
    fee_in_minimum: money(row.feeInMinMinor),
    fee_fixed: money(row.feeFixedMinor),
    fee_out_percent: percentOf(row.feeOutBps),
    min_level: row.minLevel,
    min_tier: row.minTier,
    cut_off: row.cutOff,
    allotment_method: row.allotmentMethod,
    state: row.state,
    announced_at: at(row.announcedAt),
    opens_at: row.opensAt.toISOString(),
    closes_at: row.closesAt.toISOString(),
    confirm_until: at(row.confirmUntil),
    allotted_at: at(row.allottedAt),
    listed_at: at(row.listedAt),
    lock_up_ends_at: at(row.lockUpEndsAt),
    price:
      row.quotedMinor === null || row.quotedAt === null
        ? null
        : { price: money(row.quotedMinor), at: row.quotedAt.toISOString() },
    mine: row.mine && { application_id: row.mine.id, state: row.mine.state, quantity: row.mine.quantity },
  };
}
