import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { Deal } from '#contract/trading/records.ts';
import { tradingPlatform } from '../accounts.ts';
import type { TradingPlatform } from '../platform.ts';
import { settleAdvance } from './advance.ts';

const atOnce = 200;

interface Followed {
  number: bigint;
  currency: string;
  cursor: string | null;
  advance: bigint;
}

/**
 * Brings into the ledger what accounts on a platform elsewhere have won and lost since it was last asked. Balance
 * operations are ours, and the ledger has them. The embedded platform books its own results.
 * @returns null when there is no account to follow
 */
export async function followPlatform(app: App): Promise<null | undefined> {
  const platform = tradingPlatform(app);
  if (platform.embedded) return null;
  const accounts = await app.db.rows<Followed>(sql`
    select number, currency, deal_cursor as cursor, advance
    from trading_account where platform = 'http' and status <> 'archived' order by number`);
  for (const account of accounts) {
    // An account that fails does not block the others, and is tried again.
    await follow(app, platform, account).catch((error: unknown) =>
      app.log.error({ err: error, account: String(account.number) }, 'account not followed'),
    );
  }
  return accounts.length === 0 ? null : undefined;
}

async function follow(app: App, platform: TradingPlatform, account: Followed): Promise<void> {
  const deals = await platform.dealsSince(account.number, account.cursor, atOnce);
  for (const deal of deals) await app.db.tx((tx) => takeIn(tx, account, deal));
  if (deals.length === 0 && account.advance > 0n)
    await app.db.tx((tx) => settleAdvance(tx, account.number, { at: app.clock.now() }));
}

/** The deal and the cursor in one transaction; a deal that was taken in before is not posted again. */
async function takeIn(tx: Tx, { number, currency }: Followed, deal: Deal): Promise<void> {
  const netMinor = [deal.profit, deal.cash, deal.swap, deal.commission, deal.fee].reduce(
    (sum, amount) => sum + fromDecimal(amount, currency),
    0n,
  );
  const result = movesBalance(deal) ? { ticket: BigInt(deal.ticket), netMinor } : undefined;
  await settleAdvance(tx, number, { at: new Date(deal.at), result });
  await tx.run(sql`update trading_account set deal_cursor = ${deal.ticket} where number = ${number}`);
}

/** A credit is no part of the balance, and the ledger has what it moved itself. */
const movesBalance = ({ type }: Deal) => type !== 'balance' && type !== 'credit';
