import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { App } from '#server/platform/app.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { hashToken, newToken } from '#server/platform/secrets/token.ts';
import { mayEmail } from '../email-allowance.ts';

const isOpenAt = (now: Date): Sql => sql`confirmed_at is null and ended_at is null and expires_at > ${now}`;

interface NewEmailChange {
  clientId: string;
  email: string;
  /** The member of staff who requested it for the client, and the approved request. */
  staff?: { requestedBy: string; approvalRequestId: string };
}

/**
 * Stores a requested email change and replaces an earlier one. Whether the address is free is checked when the email is
 * written, so that no response time reveals it.
 */
export async function insertEmailChange(tx: Tx, app: App, { clientId, email, staff }: NewEmailChange): Promise<void> {
  const now = app.clock.now();
  const [id, expiresAt] = [newId(), new Date(now.getTime() + tokenLifetimeMs.emailVerification)];
  // Of two at once the second waits here, and then replaces the first.
  const { formerEmail } = await tx.one<{ formerEmail: string | null }>(sql`
    select case when email_verified_at is not null then email end as "formerEmail"
    from person where id = ${clientId} for no key update`);
  await endEmailChange(tx, app.clock, clientId);
  await tx.run(sql`
    insert into email_change (id, person_id, email, former_email, requested_by, approval_request_id, requested_at, expires_at)
    values (${id}, ${clientId}, ${email}, ${formerEmail}, ${staff?.requestedBy ?? null}, ${staff?.approvalRequestId ?? null}, ${now}, ${expiresAt})`);
  await signNewRow(tx, app.config, 'email_change', sql`e.id = ${id}`);
  const [facts, at] = [{ clientId, changeId: id }, now.toISOString()];
  await app.outbox.emit(tx, 'auth.email_change_requested', { ...facts, byStaff: staff !== undefined, at });
  if (await mayEmail(app, 'verification', email)) await app.outbox.emit(tx, 'auth.email_link_requested', facts);
}

/** Voids the link of an email change that is not confirmed yet. */
export async function endEmailChange(tx: Tx, clock: Clock, clientId: string): Promise<void> {
  await tx.run(sql`
    update email_change set ended_at = ${clock.now()}
    where person_id = ${clientId} and confirmed_at is null and ended_at is null`);
}

interface Row {
  email: string;
  byStaff: boolean;
  requestedAt: Date;
  expiresAt: Date;
}

/** The address that has yet to be confirmed. */
export async function readEmailChange(app: App, clientId: string) {
  const row = await app.db.maybeOne<Row>(sql`
    select email, requested_by is not null as "byStaff", requested_at as "requestedAt", expires_at as "expiresAt"
    from email_change where person_id = ${clientId} and ${isOpenAt(app.clock.now())}`);
  if (!row) return null;
  const { email, byStaff, requestedAt, expiresAt } = row;
  return { email, by_staff: byStaff, requested_at: requestedAt.toISOString(), expires_at: expiresAt.toISOString() };
}

/** Whether another person has this address. */
export async function isTaken(db: Queries, email: string, clientId: string): Promise<boolean> {
  return (await db.rows(sql`select 1 from person where email = ${email} and id <> ${clientId}`)).length > 0;
}

/**
 * Creates the link for the email to the new address; the one before is void. Undefined when no change is open any more,
 * and when another person has the address, who is not notified.
 */
export async function issueEmailLink(app: App, id: string) {
  const token = newToken();
  const issued = await app.db.maybeOne<{ email: string }>(sql`
    update email_change e set token_hash = ${hashToken(app.config, 'email change', token)}
    where id = ${id} and ${isOpenAt(app.clock.now())}
      and not exists (select from person c where c.email = e.email and c.id <> e.person_id)
    returning email`);
  return issued && { token, email: issued.email, hours: tokenLifetimeMs.emailVerification / 3_600_000 };
}

/** Where the client was notified of the change; undefined if that address was never confirmed. */
export async function formerEmailOf({ db }: App, id: string): Promise<string | undefined> {
  const found = await db.maybeOne<{ email: string | null }>(sql`
    select former_email as email from email_change where id = ${id}`);
  return found?.email ?? undefined;
}
