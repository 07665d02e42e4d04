import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, openPerson, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { revokeSessions, type Person } from '#server/platform/session/session.ts';
import { anyHashOf } from '#server/platform/secrets/token.ts';
import { lockClient, settle } from '#server/verification/settle.ts';
import { voidTokens, type TokenPurpose } from '../one-time-token.ts';
import { dropChallenges } from '../second-factor/challenge.ts';

interface EmailChange {
  id: string;
  clientId: string;
  email: string;
  requestedBy: string | null;
}

/**
 * What an emailed link would change.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`, in this order
 */
export async function checkEmailLink(
  world: Witness & Pick<App, 'clock'>,
  db: Queries,
  token: string,
): Promise<EmailChange> {
  const { clock, config } = world;
  const found = await db.maybeOne<EmailChange & RowMac & { used: boolean; ended: boolean; expiresAt: Date }>(sql`
    select e.id, e.person_id as "clientId", e.email, e.requested_by as "requestedBy", e.confirmed_at is not null as used,
           e.ended_at is not null as ended, e.expires_at as "expiresAt", ${macColumns('email_change')}
    from email_change e join person c on c.id = e.person_id
    where e.token_hash = ${anyHashOf(config, 'email change', token)} and c.blocked_at is null`);
  if (!found) throw refuse('auth.token_unknown');
  const { used, ended, expiresAt, content, mac, ...change } = found;
  if (!isGenuine(world, 'email_change', change.id, { content, mac })) throw refuse('auth.token_unknown');
  if (used) throw refuse('auth.token_used');
  if (ended || expiresAt <= clock.now()) throw refuse('auth.token_expired');
  return change;
}

/**
 * Changes the address by the link that was sent to the new one, for any holder of the link. If the client's own session
 * confirms, it stays open.
 * @throws Refusal as `checkEmailLink`; `auth.email_taken` when another person has the address by now
 */
export async function confirmEmailChange(app: App, me: Person | null, token: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const change = await checkEmailLink(app, tx, token);
    await lockClient(tx, change.clientId);
    const confirmed = await tx.run(sql`
      update email_change set confirmed_at = ${app.clock.now()}
      where id = ${change.id} and confirmed_at is null and ended_at is null`);
    if (confirmed === 0) throw refuse('auth.token_used');
    const { wasProven } = await setEmail(tx, app, change);
    // The freeze link stays valid for the owner of the former address, if that address was confirmed.
    await voidLinks(tx, app, change.clientId, wasProven ? [] : ['freeze']);
    await endOthers(tx, app, change.clientId, me?.id === change.clientId ? me.sessionId : undefined);
    await settle(app, tx, change.clientId);
    const facts = { clientId: change.clientId, changeId: change.id, at: app.clock.now().toISOString() };
    await app.outbox.emit(tx, 'auth.email_changed', facts);
  });
  return { status: 'ok' };
}

/**
 * The holder of the link has confirmed the new address. If staff requested the change, they have settled the ownership.
 */
async function setEmail(
  tx: Tx,
  app: App,
  { clientId, email, requestedBy }: EmailChange,
): Promise<{ wasProven: boolean }> {
  const now = app.clock.now();
  const { from, wasProven } = await tx.one<{ from: string; wasProven: boolean }>(sql`
    select email as from, email_verified_at is not null as "wasProven" from person where id = ${clientId}`);
  await openPerson(tx, app.config, clientId);
  await tx
    .run(
      sql`
      update person set email = ${email}, email_verified_at = ${now}, security_changed_at = ${now},
        email_disputed_at = case when ${requestedBy}::uuid is null then email_disputed_at end,
        readmitted_at = case when ${requestedBy}::uuid is null then readmitted_at else ${now} end
      where id = ${clientId}`,
    )
    .catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === 'person_email' ? refuse('auth.email_taken') : error;
    });
  const details = { from, to: email };
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'auth.confirm_email_change', details });
  return { wasProven };
}

async function voidLinks(tx: Tx, app: App, clientId: string, more: TokenPurpose[]): Promise<void> {
  for (const purpose of ['email_verification', 'password_reset', 'autologin', ...more] as const)
    await voidTokens(tx, app.clock, clientId, purpose);
}

async function endOthers(tx: Tx, app: App, clientId: string, exceptSession: string | undefined): Promise<void> {
  // Before the sessions: a session that such a challenge is just opening is waited for, and then ended.
  await dropChallenges(tx, clientId);
  await revokeSessions(tx, app.clock, { clientId, ...(exceptSession ? { except: exceptSession } : {}) });
  tx.afterCommit(() => app.realtime.readmit(clientId));
}
