import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { revokeAccess, lockPasskeys } from '#server/auth/revoke-access.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { archiveAll } from '#server/trading/archive-account.ts';
import { readObstacles, type Remainder } from './closure-blockers.ts';
import { endClosureRequest, lockClosureRequest } from './closure-request.ts';

const pageSize = 200;

interface Due {
  id: string;
  clientId: string;
}

/** Closes every account whose waiting period is over. One that fails or is locked is tried again in the next run. */
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

/** The next page. Blocked requests stay due and do not hold up the ones after them. */
const dueAfter = ({ db, clock }: App, last: string | undefined) =>
  db.rows<Due>(sql`
    select id, client_id as "clientId" from account_closure
    where ended_at is null and closes_at <= ${clock.now()}
      and (${last ?? null}::uuid is null or (closes_at, id) > (select closes_at, id from account_closure where id = ${last ?? null}::uuid))
    order by closes_at, id limit ${pageSize}`);

/**
 * Closes the account unless something blocks it: then it stays open, and its owner is notified once. Trading accounts
 * are archived first, because the call goes to an external platform for each.
 */
async function closeAccount(app: App, clientId: string): Promise<void> {
  if (!(await mayClose(app, clientId))) return;
  await archiveAll(app, { id: clientId });
  await app.db.tx(async (tx) => {
    await lockPasskeys(tx, clientId);
    const closureRequest = await lockClosureRequest(tx, clientId);
    if (!closureRequest || closureRequest.closesAt > app.clock.now()) return;
    // Before the balances are read. If a posting is in progress, the lock fails and the next run tries again.
    await tx.run(sql`
      select from ledger_balance where account_id in (select id from ledger_account where client_id = ${clientId})
      order by account_id for update nowait`);
    const left = await readObstacles(app, tx, clientId);
    if (left.blockers.length > 0) return;
    await giveUp(tx, app, clientId, closureRequest.id, left.remainders);
    await endClosureRequest(tx, app, closureRequest.id, 'closed');
    await closeProfile(tx, app, clientId);
  });
}

/**
 * Reads the closure request again: the owner may have cancelled it since it was found due, and then nothing is
 * archived.
 */
function mayClose(app: App, clientId: string): Promise<boolean> {
  return app.db.tx(async (tx) => {
    const closureRequest = await lockClosureRequest(tx, clientId);
    const at = app.clock.now();
    if (!closureRequest || closureRequest.closesAt > at) return false;
    const { blockers } = await readObstacles(app, tx, clientId);
    if (blockers.length === 0) return true;
    if (closureRequest.isNotified) return false;
    await tx.run(sql`update account_closure set notified_at = ${at} where id = ${closureRequest.id}`);
    await app.outbox.emit(tx, 'clients.closure_blocked', { clientId, at: at.toISOString() });
    return false;
  });
}

/** Remainders too small to withdraw go to the operator, as the owner agreed in the request. */
async function giveUp(
  tx: Tx,
  app: App,
  clientId: string,
  closureRequestId: string,
  remainders: readonly Remainder[],
): Promise<void> {
  const at = app.clock.now();
  for (const { walletId, amount, currency } of remainders) {
    const fees = houseAccount('fees', currency);
    await openAccounts(tx, at, [fees]);
    const reference = { type: 'account_closure', id: closureRequestId };
    const action = {
      scope: `closure:${closureRequestId}`,
      key: walletId,
      kind: 'fee',
      reference,
      actorId: clientId,
      at,
    } as const;
    await post(tx, action, [
      { account: walletAccounts(clientId, walletId).available, amountMinor: -amount },
      { account: fees.code, amountMinor: amount },
    ]);
  }
}

/** Ends all sign-ins, and removes what served only this client. */
async function closeProfile(tx: Tx, app: App, clientId: string): Promise<void> {
  const at = app.clock.now();
  await openPerson(tx, app.config, clientId);
  await revokeAccess(tx, app, clientId);
  await tx.run(
    sql`update person set closed_at = ${at}, blocked_at = coalesce(blocked_at, ${at}) where id = ${clientId}`,
  );
  await tx.run(sql`delete from client_manager where client_id = ${clientId}`);
  await tx.run(
    sql`update ipo_calendar_feed set revoked_at = ${at} where client_id = ${clientId} and revoked_at is null`,
  );
  await tx.run(sql`
    update payment_destination set removed_at = ${at}, token_hash = null where client_id = ${clientId} and removed_at is null`);
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'clients.close' });
  await app.outbox.emit(tx, 'clients.account_closed', { clientId, at: at.toISOString() });
}
