import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { checkMayDeal } from '#server/platform/people/staff-dealing.ts';
import { tradingPlatform } from './accounts.ts';
import { accountSlots } from './open-account.ts';
import { ownAccount, showAccount } from './own-account.ts';
import type { TradingPlatform } from './platform.ts';

type Me = Pick<Person, 'id'>;

/** @throws Refusal `http.not_found` */
export async function renameAccount(
  app: App,
  me: Me,
  { trading_account_id: number, nickname }: { trading_account_id: string; nickname: string },
): Promise<TradingAccount> {
  const account = await ownAccount(app.db, me, number);
  await app.db.run(sql`update trading_account set nickname = ${nickname || null} where id = ${account.id}`);
  return showAccount(app, account);
}

/**
 * Archives an empty account. The lock on the client blocks transfers to it and new accounts. The platform is called
 * before that lock, because an external one may be slow; what came to the account since is visible under the lock, as a
 * transfer or in the ledger.
 * @throws Refusal `http.not_found`, `trading.archived`, `trading.platform_silent`, `trading.not_empty`
 */
export async function archiveAccount(
  app: App,
  me: Me,
  { trading_account_id: number, reason }: { trading_account_id: string; reason: string | null },
): Promise<TradingAccount> {
  const ownAccountRow = await ownAccount(app.db, me, number);
  if (ownAccountRow.status === 'archived') throw refuse('trading.archived');
  const empty = await emptyAmong(tradingPlatform(app), [ownAccountRow.number]);
  if (empty.length === 0) throw refuse('trading.not_empty');
  const account = await app.db.tx(async (tx) => {
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    const found = await ownAccount(tx, me, number, sql`for no key update`);
    if (found.status === 'archived') throw refuse('trading.archived');
    if (await hasMoney(tx, found.id)) throw refuse('trading.not_empty');
    await tx.run(sql`
      update trading_account set archived_from = status, status = 'archived', archived_at = ${app.clock.now()}, archive_reason = ${reason} where id = ${found.id}`);
    return found;
  });
  return showAccount(app, account);
}

/**
 * Archives every account of a client who leaves.
 * @throws Refusal as `archiveAccount`
 */
export async function archiveAll(app: App, me: Me): Promise<void> {
  const open = await app.db.rows<{ number: string }>(sql`
    select number::text from trading_account where client_id = ${me.id} and status <> 'archived' order by number`);
  for (const { number } of open) await archiveAccount(app, me, { trading_account_id: number, reason: null });
}

/** Whether the ledger has money on an account, or some is on its way. */
async function hasMoney(tx: Tx, accountId: string): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select b.amount <> 0 or exists (select from trading_transfer where account_id = t.id and settled_at is null) as found
    from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
    where t.id = ${accountId}`);
  return found;
}

/** Without money no order is taken, so an account that is empty now stays so. */
export async function emptyAmong(platform: TradingPlatform, numbers: readonly bigint[]): Promise<bigint[]> {
  if (numbers.length === 0) return [];
  const snapshots = await platform.snapshots(numbers);
  const [positions, orders] = await Promise.all([platform.positions(numbers), platform.waitingOrders(numbers)]);
  return numbers.filter((number) => {
    const snapshot = snapshots.get(number);
    const hasMoney = snapshot !== undefined && (snapshot.balanceMinor !== 0n || snapshot.creditMinor !== 0n);
    return !hasMoney && ![...positions, ...orders].some((one) => one.trading_account_id === String(number));
  });
}

/** @throws Refusal `http.not_found`, `trading.not_archived`, `staff.dealing`, `trading.account_limit` */
export async function restoreAccount(
  app: App,
  me: Me,
  { trading_account_id: number }: { trading_account_id: string },
): Promise<TradingAccount> {
  const account = await app.db.tx(async (tx) => {
    const { max, open } = await accountSlots(app, tx, me.id);
    const found = await ownAccount(tx, me, number, sql`for no key update`);
    if (found.status !== 'archived') throw refuse('trading.not_archived');
    const at = app.clock.now();
    await checkMayDeal(tx, { clientId: me.id, scope: 'accounts', at });
    if (open >= max) throw refuse('trading.account_limit', { max });
    await tx.run(sql`
      update trading_account
      set status = coalesce(archived_from, 'active'), archived_from = null, archived_at = null, archive_reason = null, restored_at = ${at}
      where id = ${found.id}`);
    return found;
  });
  return showAccount(app, account);
}
