import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { closeDoors, holdPasskeys } from '#server/auth/revoke-access.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { archiveAll } from '#server/trading/archive-account.ts';
import { readObstacles, type Remainder } from './closure-blockers.ts';
import { endWish, lockWish } from './closure-request.ts';

const pageSize = 200;

interface Due {
  id: string;
  clientId: string;
}

/** Closes every account whose days are over. One that fails, or that somebody works on, is tried again with the next run. */
export async function closeDueAccounts(app: App): Promise<void> {
  let last: string | undefined;
  do {
    const due = await dueAfter(app, last);
    for (const { clientId } of due) {
      await closeAccount(app, clientId).catch((error: unknown) =>
        app.log.warn({ err: error }, 'an account was not closed, and will be tried again'),
      );
    }
    last = due.length < pageSize ? undefined : due.at(-1)?.id;
  } while (last);
}

/** The next ones: those at which something stands in the way stay due, and keep none behind them waiting. */
const dueAfter = ({ db, clock }: App, last: string | undefined) =>
  db.rows<Due>(sql`
    select id, client_id as "clientId" from account_closing
    where ended_at is null and closes_at <= ${clock.now()}
      and (${last ?? null}::uuid is null or (closes_at, id) > (select closes_at, id from account_closing where id = ${last ?? null}::uuid))
    order by closes_at, id limit ${pageSize}`);

/**
 * Closes the account, unless something stands in the way: then it stays as it is, and its owner is told once. Trading
 * accounts are put away first, since a platform elsewhere is asked of each.
 */
async function closeAccount(app: App, clientId: string): Promise<void> {
  if (!(await mayClose(app, clientId))) return;
  await archiveAll(app, { id: clientId });
  await app.db.tx(async (tx) => {
    await holdPasskeys(tx, clientId);
    const wish = await lockWish(tx, clientId);
    if (!wish || wish.closesAt > app.clock.now()) return;
    // Before anything is read of them: a posting under way is not waited for, it comes first.
    await tx.run(sql`
      select from ledger_balance where account_id in (select id from ledger_account where client_id = ${clientId})
      order by account_id for update nowait`);
    const left = await readObstacles(app, tx, clientId);
    if (left.blockers.length > 0) return;
    await giveUp(tx, app, clientId, wish.id, left.remainders);
    await endWish(tx, app, wish.id, 'closed');
    await shut(tx, app, clientId);
  });
}

/** Looks at the wish as it is now: since it was found due, its owner may have taken it back, and nothing is put away then. */
function mayClose(app: App, clientId: string): Promise<boolean> {
  return app.db.tx(async (tx) => {
    const wish = await lockWish(tx, clientId);
    const at = app.clock.now();
    if (!wish || wish.closesAt > at) return false;
    const { blockers } = await readObstacles(app, tx, clientId);
    if (blockers.length === 0) return true;
    if (wish.isTold) return false;
    await tx.run(sql`update account_closing set told_at = ${at} where id = ${wish.id}`);
    await app.outbox.emit(tx, 'clients.closing_blocked', { clientId, at: at.toISOString() });
    return false;
  });
}

/** What is too little to be withdrawn goes to the house, as its owner agreed when he asked. */
async function giveUp(
  tx: Tx,
  app: App,
  clientId: string,
  wishId: string,
  remainders: readonly Remainder[],
): Promise<void> {
  const at = app.clock.now();
  for (const { walletId, amount, currency } of remainders) {
    const fees = houseAccount('fees', currency);
    await openAccounts(tx, at, [fees]);
    const reference = { type: 'account_closing', id: wishId };
    const act = { scope: `closing:${wishId}`, key: walletId, kind: 'fee', reference, actorId: clientId, at } as const;
    await post(tx, act, [
      { account: walletAccounts(clientId, walletId).available, amountMinor: -amount },
      { account: fees.code, amountMinor: amount },
    ]);
  }
}

/** Nobody signs in any more, and nothing that only served him goes on. */
async function shut(tx: Tx, app: App, clientId: string): Promise<void> {
  const at = app.clock.now();
  await openPerson(tx, app.config, clientId);
  await closeDoors(tx, app, clientId);
  await tx.run(
    sql`update client set closed_at = ${at}, blocked_at = coalesce(blocked_at, ${at}) where id = ${clientId}`,
  );
  await tx.run(sql`delete from client_manager where client_id = ${clientId}`);
  await tx.run(
    sql`update ipo_calendar_feed set revoked_at = ${at} where client_id = ${clientId} and revoked_at is null`,
  );
  await tx.run(sql`
    update payment_destination set removed_at = ${at}, token_hash = null where client_id = ${clientId} and removed_at is null`);
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, act: 'clients.close' });
  await app.outbox.emit(tx, 'clients.account_closed', { clientId, at: at.toISOString() });
}
