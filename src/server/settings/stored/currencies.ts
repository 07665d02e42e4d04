import type { SettingValues } from '#contract/settings/catalogue.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { SettingStore, SettingStores, TableKey } from './setting-store.ts';
import { wholeNumberIn } from './whole-number.ts';

type Spreads = SettingValues['currencies.spreads'];

export const currencyStores: SettingStores<Extract<TableKey, `currencies.${string}`>> = {
  'currencies.wallets': currencies('open_for_wallets'),
  'currencies.accounts': currencies('open_for_trading'),
  'currencies.spreads': { read: readSpreads, write: writeSpreads },
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

/** In the table as hundredths of a percent. */
async function readSpreads(db: Queries): Promise<Spreads> {
  return db.rows<Spreads[number]>(sql`
    select code as currency, round(spread_bps / 100.0, 2) as percent from currency order by code`);
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
