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
  /** Read unless given. */
  ledger?: ResultAccount | undefined;
}

/** A trading account in the ledger, and the platform that it is on. */
export interface ResultAccount {
  code: string;
  currency: string;
  platform: string;
}

/** Posts to the ledger what a deal won from the operator or lost to it; once for each ticket of a platform. */
export async function recordResult(tx: Tx, result: Result): Promise<Posted> {
  const { account, ticket, netMinor, at, kind = 'trading_result' } = result;
  const { code, currency, platform } = result.ledger ?? (await readResultAccount(tx, account));
  const dealing = houseAccount('dealing', currency, platform);
  const action = { scope: `platform:${platform}`, key: `deal:${ticket}`, kind, at } as const;
  const [, posted] = await Promise.all([
    openAccounts(tx, at, [dealing]),
    post(tx, { ...action, reference: { type: 'deal', id: String(ticket) } }, [
      { account: code, amountMinor: netMinor },
      { account: dealing.code, amountMinor: -netMinor },
    ]),
  ]);
  return posted;
}

const readResultAccount = (tx: Tx, account: bigint): Promise<ResultAccount> =>
  tx.one<ResultAccount>(sql`
    select a.code, a.currency, t.platform
    from trading_account t join ledger_account a on a.id = t.ledger_account_id where t.number = ${account}`);
