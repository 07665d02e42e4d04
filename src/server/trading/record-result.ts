import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post, type Posted } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** A deal's net result on its account, in minor units of the account's currency; a loss is negative, never zero. */
export interface Result {
  account: bigint;
  ticket: bigint;
  netMinor: bigint;
  at: Date;
  /** `negative_balance` for what the operator advances for losses beyond the balance, and takes back. */
  kind?: 'trading_result' | 'negative_balance';
}

/** Posts to the ledger what a deal won from the operator or lost to it; once for each ticket of a platform. */
export async function recordResult(tx: Tx, result: Result): Promise<Posted> {
  const { account, ticket, netMinor, at, kind = 'trading_result' } = result;
  const { code, currency, platform } = await tx.one<{ code: string; currency: string; platform: string }>(sql`
    select a.code, a.currency, t.platform
    from trading_account t join ledger_account a on a.id = t.ledger_account_id where t.number = ${account}`);
  const dealing = houseAccount('dealing', currency, platform);
  await openAccounts(tx, at, [dealing]);
  const action = { scope: `platform:${platform}`, key: `deal:${ticket}`, kind, at } as const;
  return post(tx, { ...action, reference: { type: 'deal', id: String(ticket) } }, [
    { account: code, amountMinor: netMinor },
    { account: dealing.code, amountMinor: -netMinor },
  ]);
}
