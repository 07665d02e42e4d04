import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { Deal } from '#contract/trading/records.ts';
import { tradingPlatform } from '../accounts.ts';
import type { TradingPlatform } from '../platform.ts';
import { recordResult } from '../record-result.ts';

const atOnce = 200;

interface Followed {
  number: bigint;
  currency: string;
  cursor: string | null;
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
    select number, currency, deal_cursor as cursor from trading_account where platform = 'http' and status <> 'archived' order by number`);
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
  for (const deal of deals) await takeIn(app, account, deal);
}

/** The deal and the cursor in one transaction; a deal that was taken in before is not posted again. */
async function takeIn(app: App, { number, currency }: Followed, deal: Deal): Promise<void> {
  const netMinor = [deal.profit, deal.cash, deal.swap, deal.commission, deal.fee].reduce(
    (sum, amount) => sum + fromDecimal(amount, currency),
    0n,
  );
  await app.db.tx(async (tx) => {
    if (deal.type !== 'balance' && netMinor !== 0n)
      await recordResult(tx, { account: number, ticket: BigInt(deal.ticket), netMinor, at: new Date(deal.at) });
    await tx.run(sql`update trading_account set deal_cursor = ${deal.ticket} where number = ${number}`);
  });
}
