import type { ClosingReason } from '#contract/closure-names.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { readObstacles } from './closure-blockers.ts';

/** A client's wish to close his account, which is open until the account is kept or closed. */
export interface Wish {
  id: string;
  reason: ClosingReason | null;
  askedAt: Date;
  closesAt: Date;
  /** He has been told that something stands in the way. */
  isTold: boolean;
}

export function readWish(db: Queries, clientId: string): Promise<Wish | undefined> {
  return db.maybeOne<Wish>(sql`
    select id, reason, asked_at as "askedAt", closes_at as "closesAt", told_at is not null as "isTold"
    from account_closing where client_id = ${clientId} and ended_at is null`);
}

export const showWish = ({ askedAt, closesAt, reason }: Wish) => ({
  asked_at: askedAt.toISOString(),
  closes_at: closesAt.toISOString(),
  reason,
});

async function readStanding(app: App, clientId: string) {
  const wish = await readWish(app.db, clientId);
  const { blockers, remainders } = await readObstacles(app, app.db, clientId);
  return {
    wish: wish ? showWish(wish) : null,
    blockers,
    remainders: remainders.map(({ amount, currency }) => ({ amount: toDecimal(amount, currency), currency })),
  };
}

/** What stands in the way of closing the own account. */
export async function readClosing(app: App, me: Client) {
  return { ...(await readStanding(app, me.id)), cooling_off_days: app.config.closingDays };
}

/** The same for staff. @throws Refusal `http.not_found` */
export async function readClosingOf(app: App, clientId: string) {
  const client = await app.db.maybeOne<{ closedAt: Date | null }>(
    sql`select closed_at as "closedAt" from client where id = ${clientId}`,
  );
  if (!client) throw notFound();
  return { ...(await readStanding(app, clientId)), closed_at: client.closedAt?.toISOString() ?? null };
}

/** The client's row first, as wherever something of his is counted; then nobody else ends or begins a wish of his. */
export async function lockWish(tx: Tx, clientId: string): Promise<Wish | undefined> {
  await tx.run(sql`select from client where id = ${clientId} for no key update`);
  return readWish(tx, clientId);
}

export async function endWish(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  id: string,
  outcome: 'kept' | 'closed',
): Promise<void> {
  await tx.run(sql`
    update account_closing set ended_at = ${clock.now()}, outcome = ${outcome} where id = ${id} and ended_at is null`);
}
