import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post, type EntryContext, type Posted } from '#server/ledger/post.ts';
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
  const ledger = result.ledger ?? (await readResultAccount(tx, account));
  const reference = { type: 'deal', id: String(ticket) };
  return postFromDealing(tx, ledger, { key: `deal:${ticket}`, kind, at, reference, amountMinor: netMinor });
}

/** Posts what an account gets from the operator; a negative amount goes the other way. */
export async function postFromDealing(
  tx: Tx,
  { code, currency, platform }: ResultAccount,
  { amountMinor, ...action }: Omit<EntryContext, 'scope'> & { amountMinor: bigint },
): Promise<Posted> {
  const dealing = houseAccount('dealing', currency, platform);
  const [, posted] = await Promise.all([
    openAccounts(tx, action.at, [dealing]),
    post(tx, { ...action, scope: `platform:${platform}` }, [
      { account: code, amountMinor },
      { account: dealing.code, amountMinor: -amountMinor },
    ]),
  ]);
  return posted;
}

const readResultAccount = (tx: Tx, account: bigint): Promise<ResultAccount> =>
  tx.one<ResultAccount>(sql`
    select a.code, a.currency, t.platform
    from trading_account t join ledger_account a on a.id = t.ledger_account_id where t.number = ${account}`);
