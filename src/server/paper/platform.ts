import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Snapshot, TradingPlatform } from '#server/trading/platform.ts';
import { bookDeal } from './book-deal.ts';
import { readDeals } from './deals.ts';

/** The embedded platform behind the interface that every platform is used by. */
export function paperPlatform(app: App): TradingPlatform {
  return {
    async openAccount(tx, { number, currency, leverage }, at) {
      await tx.run(sql`
        insert into paper_account (number, currency, leverage, opened_at) values (${number}, ${currency}, ${leverage}, ${at})
        on conflict (number) do nothing`);
    },
    async changeBalance(tx, { account, amountMinor, externalId, at }) {
      await bookDeal(tx, { account, at, type: 'balance', profitMinor: amountMinor, externalId });
    },
    snapshots: (accounts) => readSnapshots(app, accounts),
    deals: (filter) => readDeals(app.db, filter),
    signInLink: (token, language) => `${app.config.appUrl}/${language}/terminal/${token}`,
  };
}

/** Without open positions nothing is at stake: equity and free margin are the balance. */
async function readSnapshots({ db, clock }: App, accounts: readonly bigint[]): Promise<Map<bigint, Snapshot>> {
  const rows = await db.rows<{ number: bigint; balance: bigint }>(sql`
    select number, balance from paper_account where number = any(${accounts}::bigint[])`);
  const at = clock.now();
  return new Map(
    rows.map(({ number, balance }) => [
      number,
      { balanceMinor: balance, equityMinor: balance, freeMarginMinor: balance, at },
    ]),
  );
}
