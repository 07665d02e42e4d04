import type { OfferingTerms } from '#contract/ipo/staff-records.ts';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { fieldError, refuseField, refuseFields, type FieldError } from '#server/platform/refusal.ts';
import { percentOf } from '../percent.ts';
import type { StaffOfferingRow } from './offering-row.ts';

/** Terms as they are stored: money in minor units, percentages in basis points. */
export type StoredTerms = Pick<
  StaffOfferingRow,
  | 'issuer'
  | 'ticker'
  | 'isin'
  | 'exchange'
  | 'sector'
  | 'currency'
  | 'mode'
  | 'priceLowMinor'
  | 'priceHighMinor'
  | 'sharesOffered'
  | 'sharesOutstanding'
  | 'quota'
  | 'lotSize'
  | 'minQuantity'
  | 'maxQuantity'
  | 'feeInBps'
  | 'feeInMinMinor'
  | 'feeFixedMinor'
  | 'feeOutBps'
  | 'lockUpDays'
  | 'earlyExitBps'
  | 'minLevel'
  | 'minTier'
  | 'excludedCountries'
  | 'cutOff'
  | 'whenPostponed'
  | 'allotmentMethod'
  | 'disclosureVersion'
  | 'opensAt'
  | 'closesAt'
  | 'listedAt'
>;

/** The terms as staff read and write them. */
export function termsOf(stored: StoredTerms): OfferingTerms {
  const money = (minor: bigint) => toDecimal(minor, stored.currency);
  const { issuer, ticker, isin, exchange, sector, currency, mode } = stored;
  return {
    issuer,
    ticker,
    isin,
    exchange,
    sector,
    currency,
    mode,
    price_low: money(stored.priceLowMinor),
    price_high: money(stored.priceHighMinor),
    shares_offered: Number(stored.sharesOffered),
    shares_outstanding: Number(stored.sharesOutstanding),
    quota: Number(stored.quota),
    lot_size: stored.lotSize,
    min_quantity: stored.minQuantity,
    max_quantity: stored.maxQuantity,
    fee_in_percent: percentOf(stored.feeInBps),
    fee_in_minimum: money(stored.feeInMinMinor),
    fee_fixed: money(stored.feeFixedMinor),
    fee_out_percent: percentOf(stored.feeOutBps),
    lock_up_days: stored.lockUpDays,
    early_exit_percent: stored.earlyExitBps === null ? null : percentOf(stored.earlyExitBps),
    min_level: stored.minLevel,
    min_tier: stored.minTier,
    excluded_countries: stored.excludedCountries,
    cut_off: stored.cutOff,
    when_postponed: stored.whenPostponed,
    allotment_method: stored.allotmentMethod,
    disclosure_version: stored.disclosureVersion,
    opens_at: stored.opensAt.toISOString(),
    closes_at: stored.closesAt.toISOString(),
    listed_at: stored.listedAt?.toISOString() ?? null,
  };
}

/**
 * Reads and checks terms.
 * @throws Refusal on fields: `ipo_staff.currency`, `ipo_staff.scale`, `ipo_staff.range`, `ipo_staff.one_price`,
 * `ipo_staff.lots`, `ipo_staff.quota`, `ipo_staff.times`
 */
export async function readTerms(db: Queries, terms: OfferingTerms): Promise<StoredTerms> {
  const { issuer, ticker, isin, exchange, sector, currency, mode } = terms;
  if (!(await currenciesInUse(db)).includes(currency)) throw refuseField('currency', 'ipo_staff.currency');
  const stored: StoredTerms = {
    issuer,
    ticker,
    isin,
    exchange,
    sector,
    currency,
    mode,
    priceLowMinor: readPrice('price_low', terms.price_low, currency),
    priceHighMinor: readPrice('price_high', terms.price_high, currency),
    sharesOffered: BigInt(terms.shares_offered),
    sharesOutstanding: BigInt(terms.shares_outstanding),
    quota: BigInt(terms.quota),
    lotSize: terms.lot_size,
    minQuantity: terms.min_quantity,
    maxQuantity: terms.max_quantity,
    feeInBps: bpsOf(terms.fee_in_percent),
    feeInMinMinor: readMoney('fee_in_minimum', terms.fee_in_minimum, currency),
    feeFixedMinor: readMoney('fee_fixed', terms.fee_fixed, currency),
    feeOutBps: bpsOf(terms.fee_out_percent),
    lockUpDays: terms.lock_up_days,
    earlyExitBps: terms.early_exit_percent === null ? null : bpsOf(terms.early_exit_percent),
    minLevel: terms.min_level,
    minTier: terms.min_tier,
    excludedCountries: terms.excluded_countries,
    cutOff: terms.cut_off,
    whenPostponed: terms.when_postponed,
    allotmentMethod: terms.allotment_method,
    disclosureVersion: terms.disclosure_version,
    opensAt: new Date(terms.opens_at),
    closesAt: new Date(terms.closes_at),
    listedAt: terms.listed_at === null ? null : new Date(terms.listed_at),
  };
  expectSound(stored);
  return stored;
}

/** @throws Refusal on the field `ipo_staff.scale` for more decimals than the currency has */
function readMoney(field: string, decimal: string, currency: string): bigint {
  try {
    return fromDecimal(decimal, currency);
  } catch {
    throw refuseField(field, 'ipo_staff.scale', { currency });
  }
}

/** @throws Refusal on the field `ipo_staff.scale`, also for zero */
export function readPrice(field: string, decimal: string, currency: string): bigint {
  const minor = readMoney(field, decimal, currency);
  if (minor === 0n) throw refuseField(field, 'ipo_staff.scale', { currency });
  return minor;
}

function bpsOf(percent: string): number {
  const [whole = '0', fraction = ''] = percent.split('.');
  return Number(whole + fraction.padEnd(2, '0'));
}

/** Checks the terms against each other. */
function expectSound(terms: StoredTerms): void {
  const wrong: Record<string, FieldError[]> = {};
  const check = (isWrong: boolean, field: keyof OfferingTerms, error: FieldError) => {
    if (isWrong) wrong[field] ??= [error];
  };
  const { lotSize: lot, priceLowMinor: low, priceHighMinor: high, opensAt, closesAt, listedAt } = terms;
  const isBroken = (shares: bigint | number) => BigInt(shares) % BigInt(lot) !== 0n;
  check(high < low, 'price_high', fieldError('ipo_staff.range'));
  check(terms.maxQuantity < terms.minQuantity, 'max_quantity', fieldError('ipo_staff.range'));
  check(terms.mode === 'direct' && high !== low, 'price_high', fieldError('ipo_staff.one_price'));
  check(isBroken(terms.quota), 'quota', fieldError('ipo_staff.lots', { lot }));
  check(isBroken(terms.minQuantity), 'min_quantity', fieldError('ipo_staff.lots', { lot }));
  check(isBroken(terms.maxQuantity), 'max_quantity', fieldError('ipo_staff.lots', { lot }));
  check(terms.quota > terms.sharesOffered, 'quota', fieldError('ipo_staff.quota'));
  check(terms.sharesOutstanding < terms.sharesOffered, 'shares_outstanding', fieldError('ipo_staff.quota'));
  check(closesAt <= opensAt, 'closes_at', fieldError('ipo_staff.times'));
  check(listedAt !== null && listedAt <= closesAt, 'listed_at', fieldError('ipo_staff.times'));
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong);
}
