import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isGenuine, type Witness } from '#server/platform/row-mac-check.ts';
import { macColumns, openPerson, type RowMac } from '#server/platform/row-macs.ts';
import { revokeSessions, type Client } from '#server/platform/session.ts';
import { anyHashOf } from '#server/platform/token.ts';
import { lockClient, settle } from '#server/verification/settle.ts';
import { voidTokens, type TokenPurpose } from '../one-time-token.ts';
import { dropChallenges } from '../second-factor/challenge.ts';

interface Wish {
  id: string;
  clientId: string;
  email: string;
  askedBy: string | null;
}

/**
 * What a mailed link changes, without changing it.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`, in this order
 */
export async function checkEmailLink(world: Witness & Pick<App, 'clock'>, db: Queries, token: string): Promise<Wish> {
  const { clock, config } = world;
  const found = await db.maybeOne<Wish & RowMac & { used: boolean; ended: boolean; expiresAt: Date }>(sql`
    select e.id, e.client_id as "clientId", e.email, e.asked_by as "askedBy", e.confirmed_at is not null as used,
           e.ended_at is not null as ended, e.expires_at as "expiresAt", ${macColumns('email_change')}
    from email_change e join client c on c.id = e.client_id
    where e.token_hash = ${anyHashOf(config, 'email change', token)} and c.blocked_at is null`);
  if (!found) throw refuse('auth.token_unknown');
  const { used, ended, expiresAt, content, mac, ...wish } = found;
  if (!isGenuine(world, 'email_change', wish.id, { content, mac })) throw refuse('auth.token_unknown');
  if (used) throw refuse('auth.token_used');
  if (ended || expiresAt <= clock.now()) throw refuse('auth.token_expired');
  return wish;
}

/**
 * Changes the address by the link that was mailed to the new one, for whoever has it. A session of the client that does
 * it goes on.
 * @throws Refusal as `checkEmailLink`; `auth.email_taken` when somebody else has the address by now
 */
export async function confirmEmailChange(app: App, me: Client | null, token: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const wish = await checkEmailLink(app, tx, token);
    await lockClient(tx, wish.clientId);
    const confirmed = await tx.run(sql`
      update email_change set confirmed_at = ${app.clock.now()}
      where id = ${wish.id} and confirmed_at is null and ended_at is null`);
    if (confirmed === 0) throw refuse('auth.token_used');
    const { wasProven } = await setEmail(tx, app, wish);
    // A link that freezes is the last word of whoever had the former address, if it was ever his.
    await voidLinks(tx, app, wish.clientId, wasProven ? [] : ['freeze']);
    await endOthers(tx, app, wish.clientId, me?.id === wish.clientId ? me.sessionId : undefined);
    await settle(app, tx, wish.clientId);
    const facts = { clientId: wish.clientId, changeId: wish.id, at: app.clock.now().toISOString() };
    await app.outbox.emit(tx, 'auth.email_changed', facts);
  });
  return { status: 'ok' };
}

/** Whoever reads at the new address has confirmed it. Staff who asked for it have settled whose profile this is. */
async function setEmail(tx: Tx, app: App, { clientId, email, askedBy }: Wish): Promise<{ wasProven: boolean }> {
  const now = app.clock.now();
  const { from, wasProven } = await tx.one<{ from: string; wasProven: boolean }>(sql`
    select email as from, email_verified_at is not null as "wasProven" from client where id = ${clientId}`);
  await openPerson(tx, app.config, clientId);
  await tx
    .run(
      sql`
      update client set email = ${email}, email_verified_at = ${now}, security_changed_at = ${now},
        email_disputed_at = case when ${askedBy}::uuid is null then email_disputed_at end
      where id = ${clientId}`,
    )
    .catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === 'client_email' ? refuse('auth.email_taken') : error;
    });
  const details = { from, to: email };
  await writeAudit(tx, app.clock, { actorId: clientId, clientId, act: 'auth.confirm_email_change', details });
  return { wasProven };
}

async function voidLinks(tx: Tx, app: App, clientId: string, more: TokenPurpose[]): Promise<void> {
  for (const purpose of ['email_verification', 'password_reset', 'autologin', ...more] as const)
    await voidTokens(tx, app.clock, clientId, purpose);
}

async function endOthers(tx: Tx, app: App, clientId: string, keepSession: string | undefined): Promise<void> {
  // Before the sessions: one that is just being opened by such a challenge is waited for, and then ended.
  await dropChallenges(tx, clientId);
  await revokeSessions(tx, app.clock, { clientId, ...(keepSession ? { except: keepSession } : {}) });
  tx.afterCommit(() => app.realtime.readmit(clientId));
}
