import { scaleOf } from '#contract/kernel/money.ts';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { SettingStore, SettingStores, TableKey } from './setting-store.ts';
import { wholeNumberIn } from './whole-number.ts';

type Rates = SettingValues['currencies.rates'];
type Spreads = SettingValues['currencies.spreads'];

export const currencyStores: SettingStores<Extract<TableKey, `currencies.${string}`>> = {
  'currencies.wallets': currencies('open_for_wallets'),
  'currencies.accounts': currencies('open_for_trading'),
  'currencies.rates': { read: readRates, write: writeRates },
  'currencies.spreads': { read: readSpreads, completed: completedSpreads, write: writeSpreads },
  'currencies.quote_seconds': wholeNumberIn(sql`conversion_setting`, sql`quote_lifetime_s`),
  'currencies.quote_tolerance': wholeNumberIn(sql`conversion_setting`, sql`tolerance_bps`),
};

function currencies(column: 'open_for_wallets' | 'open_for_trading'): SettingStore<string[]> {
  const name = { open_for_wallets: sql`open_for_wallets`, open_for_trading: sql`open_for_trading` }[column];
  return {
    async read(db) {
      const rows = await db.rows<{ code: string }>(sql`select code from currency where ${name} order by code`);
      return rows.map(({ code }) => code);
    },
    async write(tx, codes) {
      await tx.run(sql`
        update currency set ${name} = code = any(${codes}::text[]) where ${name} is distinct from (code = any(${codes}::text[]))`);
    },
  };
}

/** Those of the operator: the market prices the others, and every value is in USD. */
async function readRates(db: Queries): Promise<Rates> {
  return db.rows<Rates[number]>(sql`
    select c.code as currency, trim_scale(c.usd_rate) as usd, to_char(c.rated_at at time zone 'UTC', 'YYYY-MM-DD') as on,
           c.rate_max_age_s / 86400 as days
    from currency c
    where c.code <> 'USD' and not exists (
      select from market_instrument i where (i.base, i.currency) in ((c.code, 'USD'), ('USD', c.code)))
    order by c.code`);
}

/** A currency comes into use with its first rate: closed, until the operator opens it. */
async function writeRates(tx: Tx, rates: Rates): Promise<void> {
  await tx.run(sql`
    insert into currency as c (code, scale, open_for_trading, usd_rate, rated_at, rate_max_age_s)
    select code, scale, false, usd, day::timestamp at time zone 'UTC', days * 86400
    from unnest(${rates.map(({ currency }) => currency)}::text[], ${rates.map(({ currency }) => scaleOf(currency))}::int[],
                ${rates.map(({ usd }) => usd)}::numeric[], ${rates.map(({ on }) => on)}::date[], ${rates.map(({ days }) => days)}::int[])
      with ordinality as t (code, scale, usd, day, days, n)
    order by n
    on conflict (code) do update
      set usd_rate = excluded.usd_rate, rated_at = excluded.rated_at, rate_max_age_s = excluded.rate_max_age_s
      where (c.usd_rate, (c.rated_at at time zone 'UTC')::date, c.rate_max_age_s)
        is distinct from (excluded.usd_rate, (excluded.rated_at at time zone 'UTC')::date, excluded.rate_max_age_s)`);
}

/** In the table as hundredths of a percent. */
async function readSpreads(db: Queries): Promise<Spreads> {
  return db.rows<Spreads[number]>(sql`
    select code as currency, round(spread_bps / 100.0, 2) as percent from currency order by code`);
}

/** A currency that came into use since has the spread that the table gives each new one. */
async function completedSpreads(db: Queries, spreads: Spreads): Promise<Spreads> {
  const present = await readSpreads(db);
  return present.map(
    ({ currency }) => spreads.find((each) => each.currency === currency) ?? { currency, percent: '1.00' },
  );
}

/** One statement, which waits for no currency whose spread stays. */
async function writeSpreads(tx: Tx, spreads: Spreads): Promise<void> {
  await tx.run(sql`
    with told as (
      select c.code, t.percent * 100 as bps
      from currency c join unnest(${spreads.map(({ currency }) => currency)}::text[], ${spreads.map(({ percent }) => percent)}::numeric[])
        as t (code, percent) on t.code = c.code and t.percent * 100 <> c.spread_bps
      order by c.code for update of c)
    update currency c set spread_bps = told.bps from told where c.code = told.code`);
}
