import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { checkMayDeal } from '#server/platform/people/staff-dealing.ts';
import { readAccounts, tradingPlatform } from './accounts.ts';

const leverage = 100;

/**
 * Opens a live account in a currency that is offered, as long as the client has fewer than the limit.
 * @throws Refusal `staff.dealing`; on `currency_id`: `trading.currency`, `trading.account_limit`
 */
export async function openTradingAccount(
  app: App,
  me: Pick<Person, 'id'>,
  input: { currency_id: string },
): Promise<TradingAccount> {
  const id = await app.db.tx((tx) => openIn(app, tx, me.id, { currency: input.currency_id }));
  const [account] = await readAccounts(app, sql`t.id = ${id}`);
  if (!account) throw new Error(`account ${id} was opened and is not there`);
  return account;
}

/**
 * Opens it in a transaction of the caller, and returns its id.
 * @throws Refusal as `openTradingAccount`, on the field that names the currency
 */
export async function openIn(
  app: App,
  tx: Tx,
  clientId: string,
  { currency, field = 'currency_id' }: { currency: string; field?: 'currency' | 'currency_id' },
): Promise<string> {
  await checkMayDeal(tx, { clientId, scope: 'accounts', at: app.clock.now() });
  const offered = await tx.maybeOne(sql`select from currency where code = ${currency} and open_for_trading`);
  if (!offered) throw refuseField(field, 'trading.currency');
  const { max, open } = await accountSlots(app, tx, clientId);
  if (open >= max) throw refuseField(field, 'trading.account_limit', { max });
  return insertAccount(app, tx, clientId, currency);
}

/** How many accounts a client may have and has. The lock on the client makes concurrent calls count one another. */
export async function accountSlots(app: App, tx: Tx, clientId: string): Promise<{ max: number; open: number }> {
  await tx.run(sql`select from person where id = ${clientId} for no key update`);
  const { max } = await tx.one<{ max: number }>(sql`
    select coalesce((select o.max_accounts from client_override o
                     where o.client_id = ${clientId} and o.kind = 'trading_accounts' and ${countsAt(app.clock.now())}),
                    ${app.settings.value('trading.accounts_per_client')}::int) as max`);
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*)::int as open from trading_account where client_id = ${clientId} and status <> 'archived'`);
  return { max, open };
}

async function insertAccount(app: App, tx: Tx, clientId: string, currency: string): Promise<string> {
  const id = newId();
  const at = app.clock.now();
  const { number } = await tx.one<{ number: bigint }>(sql`select nextval('trading_account_number') as number`);
  const [ledgerAccountId] = await openAccounts(tx, at, [
    { code: tradingCode(clientId, String(number)), kind: 'trading', currency, clientId },
  ]);
  await tx.run(sql`
    insert into trading_account (id, number, client_id, currency, leverage, status, platform, ledger_account_id, created_at)
    values (${id}, ${number}, ${clientId}, ${currency}, ${leverage}, 'active', ${app.config.remotePlatform ? 'http' : 'paper'}, ${ledgerAccountId}, ${at})`);
  await tradingPlatform(app).openAccount(tx, { number, currency, leverage }, at);
  await app.outbox.emit(tx, 'trading.account_opened', { clientId, accountId: id });
  return id;
}
