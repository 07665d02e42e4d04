import type { IpoHolding } from '#contract/ipo/records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { StaffClient } from '#contract/staff/clients.ts';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { listHoldings } from '#server/ipo/holdings.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readAccounts } from '#server/trading/accounts.ts';
import { viewClient } from './find.ts';

/** The wallets of a client, in the order in which they were opened. */
export async function readHoldings(db: Queries, clientId: string): Promise<Pick<StaffClient, 'wallets' | 'accounts'>> {
  const wallets = await db.rows<{ id: string; currency: string; available: bigint; held: bigint }>(sql`
    select w.id, w.currency, a.amount as available, h.amount as held
    from wallet w join ledger_balance a on a.account_id = w.available_id join ledger_balance h on h.account_id = w.held_id
    where w.client_id = ${clientId} order by w.created_at, w.id`);
  const accounts = await db.rows<StaffClient['accounts'][number]>(sql`
    select number::text, currency, status from trading_account where client_id = ${clientId} order by number`);
  return {
    wallets: wallets.map(({ id, currency, available, held }) => ({
      id,
      currency,
      available: toDecimal(available, currency),
      held: toDecimal(held, currency),
    })),
    accounts,
  };
}

/**
 * The client's trading accounts with their figures, the oldest first.
 * @throws Refusal `http.not_found`
 */
export async function clientAccounts(app: App, me: Person, clientId: string): Promise<TradingAccount[]> {
  await viewClient(app, me, clientId);
  return readAccounts(app, sql`t.client_id = ${clientId}`);
}

/**
 * The client's shares of each offering, the latest first.
 * @throws Refusal `http.not_found`
 */
export async function clientHoldings(app: App, me: Person, clientId: string): Promise<IpoHolding[]> {
  await viewClient(app, me, clientId);
  return listHoldings(app, { id: clientId });
}
