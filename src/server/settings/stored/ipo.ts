import { sql } from '#server/platform/db/sql.ts';
import type { SettingStores, TableKey } from './setting-store.ts';
import { wholeNumberIn } from './whole-number.ts';

const table = sql`ipo_setting`;

export const ipoStores: SettingStores<Extract<TableKey, `ipo.${string}`>> = {
  'ipo.band_low_percent': wholeNumberIn(table, sql`band_low_percent`),
  'ipo.band_high_percent': wholeNumberIn(table, sql`band_high_percent`),
  'ipo.confirm_minutes': wholeNumberIn(table, sql`confirm_minutes`),
  'ipo.supplement_days': wholeNumberIn(table, sql`supplement_days`),
  'ipo.suitability_days': wholeNumberIn(table, sql`suitability_days`),
  'ipo.exit_quote_seconds': wholeNumberIn(table, sql`exit_quote_seconds`),
  'ipo.price_age_seconds': wholeNumberIn(table, sql`price_age_seconds`),
  'ipo.price_tolerance': wholeNumberIn(table, sql`price_tolerance_bps`),
};
