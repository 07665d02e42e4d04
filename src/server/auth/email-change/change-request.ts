import { tokenLifetimeMs } from '#contract/constants.ts';
import type { App } from '#server/platform/app.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { sealNew } from '#server/platform/row-macs.ts';
import { hashToken, newToken } from '#server/platform/token.ts';
import { mayMail } from '../email-allowance.ts';

const isOpenAt = (now: Date): Sql => sql`confirmed_at is null and ended_at is null and expires_at > ${now}`;

interface NewWish {
  clientId: string;
  email: string;
  /** Who of the staff asks for him, and by which proposal somebody else has agreed. */
  staff?: { askedBy: string; proposalId: string };
}

/**
 * Notes that a client is to have another address, in the place of an earlier wish. Whether the address is free is looked
 * at when the letter is written, where no answer's time can tell.
 */
export async function wishForEmail(tx: Tx, app: App, { clientId, email, staff }: NewWish): Promise<void> {
  const now = app.clock.now();
  const [id, expiresAt] = [newId(), new Date(now.getTime() + tokenLifetimeMs.emailVerification)];
  // Of two at once the second waits here, and then replaces the first.
  const { formerEmail } = await tx.one<{ formerEmail: string | null }>(sql`
    select case when email_verified_at is not null then email end as "formerEmail"
    from client where id = ${clientId} for no key update`);
  await endEmailWish(tx, app.clock, clientId);
  await tx.run(sql`
    insert into email_change (id, client_id, email, former_email, asked_by, proposal_id, asked_at, expires_at)
    values (${id}, ${clientId}, ${email}, ${formerEmail}, ${staff?.askedBy ?? null}, ${staff?.proposalId ?? null}, ${now}, ${expiresAt})`);
  await sealNew(tx, app.config, 'email_change', sql`e.id = ${id}`);
  const [facts, at] = [{ clientId, changeId: id }, now.toISOString()];
  await app.outbox.emit(tx, 'auth.email_change_asked', { ...facts, byStaff: staff !== undefined, at });
  if (await mayMail(app, 'verification', email)) await app.outbox.emit(tx, 'auth.email_link_asked', facts);
}

/** The link of a wish that is not confirmed yet is worthless from now on. */
export async function endEmailWish(tx: Tx, clock: Clock, clientId: string): Promise<void> {
  await tx.run(sql`
    update email_change set ended_at = ${clock.now()}
    where client_id = ${clientId} and confirmed_at is null and ended_at is null`);
}

interface Row {
  email: string;
  byStaff: boolean;
  askedAt: Date;
  expiresAt: Date;
}

/** The address that waits to be confirmed. */
export async function readEmailWish(app: App, clientId: string) {
  const row = await app.db.maybeOne<Row>(sql`
    select email, asked_by is not null as "byStaff", asked_at as "askedAt", expires_at as "expiresAt"
    from email_change where client_id = ${clientId} and ${isOpenAt(app.clock.now())}`);
  if (!row) return null;
  const { email, byStaff, askedAt, expiresAt } = row;
  return { email, by_staff: byStaff, asked_at: askedAt.toISOString(), expires_at: expiresAt.toISOString() };
}

/** Whether somebody else has this address. */
export async function isTaken(db: Queries, email: string, clientId: string): Promise<boolean> {
  return (await db.rows(sql`select 1 from client where email = ${email} and id <> ${clientId}`)).length > 0;
}

/**
 * Makes the link for the letter to the new address; the one before is void. Undefined when nobody waits for it any more,
 * and when the address is somebody else's, who hears nothing of it.
 */
export async function issueEmailLink(app: App, id: string) {
  const token = newToken();
  const issued = await app.db.maybeOne<{ email: string }>(sql`
    update email_change e set token_hash = ${hashToken(app.config, 'email change', token)}
    where id = ${id} and ${isOpenAt(app.clock.now())}
      and not exists (select from client c where c.email = e.email and c.id <> e.client_id)
    returning email`);
  return issued && { token, email: issued.email, hours: tokenLifetimeMs.emailVerification / 3_600_000 };
}

/** Where the client was told that his address is to change; undefined where nobody is known to read. */
export async function formerEmailOf({ db }: App, id: string): Promise<string | undefined> {
  const found = await db.maybeOne<{ email: string | null }>(sql`
    select former_email as email from email_change where id = ${id}`);
  return found?.email ?? undefined;
}
