import type { ClosureReason } from '#contract/clients/closure-names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readObstacles } from './closure-blockers.ts';

/** A client's request to close the account, open until the account is kept or closed. */
export interface ClosureRequest {
  id: string;
  reason: ClosureReason | null;
  requestedAt: Date;
  closesAt: Date;
  /** The client was notified that something blocks the closure. */
  isNotified: boolean;
}

export function readClosureRequest(db: Queries, clientId: string): Promise<ClosureRequest | undefined> {
  return db.maybeOne<ClosureRequest>(sql`
    select id, reason, requested_at as "requestedAt", closes_at as "closesAt", notified_at is not null as "isNotified"
    from account_closure where client_id = ${clientId} and ended_at is null`);
}

export const showClosureRequest = ({ requestedAt, closesAt, reason }: ClosureRequest) => ({
  requested_at: requestedAt.toISOString(),
  closes_at: closesAt.toISOString(),
  reason,
});

async function readTierStatus(app: App, clientId: string) {
  const closureRequest = await readClosureRequest(app.db, clientId);
  const { blockers, remainders } = await readObstacles(app, app.db, clientId);
  return {
    request: closureRequest ? showClosureRequest(closureRequest) : null,
    blockers,
    remainders: remainders.map(({ amount, currency }) => ({ amount: toDecimal(amount, currency), currency })),
  };
}

/** What blocks the closure of the caller's account. */
export async function readClosure(app: App, me: Person) {
  return { ...(await readTierStatus(app, me.id)), cooling_off_days: app.config.closureDays };
}

/** The same for staff. @throws Refusal `http.not_found` */
export async function readClosureOf(app: App, clientId: string) {
  const client = await app.db.maybeOne<{ closedAt: Date | null }>(
    sql`select closed_at as "closedAt" from person where id = ${clientId}`,
  );
  if (!client) throw notFound();
  return { ...(await readTierStatus(app, clientId)), closed_at: client.closedAt?.toISOString() ?? null };
}

/** Locks the client's row first, like every count over a client, so concurrent requests and cancellations wait. */
export async function lockClosureRequest(tx: Tx, clientId: string): Promise<ClosureRequest | undefined> {
  await tx.run(sql`select from person where id = ${clientId} for no key update`);
  return readClosureRequest(tx, clientId);
}

export async function endClosureRequest(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  id: string,
  outcome: 'cancelled' | 'closed',
): Promise<void> {
  await tx.run(sql`
    update account_closure set ended_at = ${clock.now()}, outcome = ${outcome} where id = ${id} and ended_at is null`);
}
