import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readAccounts } from './accounts.ts';

export interface OwnAccount {
  id: string;
  number: bigint;
  currency: string;
  status: TradingAccount['status'];
}

/**
 * The client's account by its number; under its lock where `lock` says so.
 * @throws Refusal `http.not_found`, also for the account of another client
 */
export async function ownAccount(
  db: Queries,
  me: Pick<Person, 'id'>,
  number: string,
  lock = sql``,
): Promise<OwnAccount> {
  const found = await db.maybeOne<OwnAccount>(sql`
    select id, number, currency, status from trading_account
    where number = ${number}::bigint and client_id = ${me.id} ${lock}`);
  if (!found) throw notFound();
  return found;
}

/** One account as its owner sees it. */
export async function showAccount(app: App, { id }: Pick<OwnAccount, 'id'>): Promise<TradingAccount> {
  const [account] = await readAccounts(app, sql`t.id = ${id}`);
  if (!account) throw new Error(`account ${id} is not there`);
  return account;
}
