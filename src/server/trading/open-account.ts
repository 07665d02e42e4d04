import type { TradingAccount } from '#contract/trading/endpoints.ts';
import { openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
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
  const { id } = await app.db.tx((tx) => openIn(app, tx, me.id, { currency: input.currency_id }));
  const [account] = await readAccounts(app, sql`t.id = ${id}`);
  if (!account) throw new Error(`account ${id} was opened and is not there`);
  return account;
}

export interface NewAccount {
  currency: string;
  /** The client's own name for it. */
  nickname?: string | null;
  /** Of an imported account: what it begins with on the platform; the caller posts it. */
  openingMinor?: bigint;
  /** Names the currency in a refusal. */
  field?: 'currency' | 'currency_id';
}

/**
 * Opens it in a transaction of the caller.
 * @throws Refusal as `openTradingAccount`, on the field that names the currency
 */
export async function openIn(
  app: App,
  tx: Tx,
  clientId: string,
  account: NewAccount,
): Promise<{ id: string; number: bigint }> {
  const { currency, field = 'currency_id' } = account;
  await checkMayDeal(tx, { clientId, scope: 'accounts', at: app.clock.now() });
  const offered = await tx.maybeOne(sql`select from currency where code = ${currency} and open_for_trading`);
  if (!offered) throw refuseField(field, 'trading.currency');
  const { max, open } = await accountSlots(app, tx, clientId);
  if (open >= max) throw refuseField(field, 'trading.account_limit', { max });
  return insertAccount(app, tx, clientId, account);
}

/** Of a client `c`: an account could be opened for them now, as far as it depends on the state of their profile. */
export const isUndisturbed = sql`c.frozen_at is null
  and not exists (select from account_closure a where a.client_id = c.id and a.ended_at is null)`;

/** How many accounts a client may have and has. The lock on the client makes concurrent calls count one another. */
export async function accountSlots(app: App, tx: Tx, clientId: string): Promise<{ max: number; open: number }> {
  await tx.run(sql`select from person where id = ${clientId} for no key update`);
  return tx.one<{ max: number; open: number }>(sql`
    select ${maxAccounts(app, sql`${clientId}::uuid`)} as max, ${openOf(sql`${clientId}::uuid`)} as open`);
}

/** How many accounts a client may have. */
export const maxAccounts = (app: App, clientId: Sql): Sql => sql`
  coalesce((select o.max_accounts from client_override o
            where o.client_id = ${clientId} and o.kind = 'trading_accounts' and ${countsAt(app.clock.now())}),
           ${app.settings.value('trading.accounts_per_client')}::int)`;

/** How many of them a client has. */
export const openOf = (clientId: Sql): Sql => sql`
  (select count(*)::int from trading_account a where a.client_id = ${clientId} and a.status <> 'archived')`;

async function insertAccount(
  app: App,
  tx: Tx,
  clientId: string,
  { currency, nickname = null, openingMinor }: NewAccount,
): Promise<{ id: string; number: bigint }> {
  const id = newId();
  const at = app.clock.now();
  const { number } = await tx.one<{ number: bigint }>(sql`select nextval('trading_account_number') as number`);
  const [ledgerAccountId] = await openAccounts(tx, at, [
    { code: tradingCode(clientId, String(number)), kind: 'trading', currency, clientId },
  ]);
  await tx.run(sql`
    insert into trading_account (id, number, client_id, currency, leverage, nickname, status, platform, ledger_account_id, created_at)
    values (${id}, ${number}, ${clientId}, ${currency}, ${leverage}, ${nickname}, 'active', ${app.config.remotePlatform ? 'http' : 'paper'}, ${ledgerAccountId}, ${at})`);
  await tradingPlatform(app).openAccount(tx, { number, currency, leverage, openingMinor }, at);
  await app.outbox.emit(tx, 'trading.account_opened', { clientId, accountId: id });
  return { id, number };
}
