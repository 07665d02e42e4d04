import type { FastifyRequest } from 'fastify';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { areGenuine, isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { joinedMacColumns, macColumns, secured, signNewRow, type TwoMacs } from '#server/platform/secrets/row-macs.ts';
import { owesConsent } from '#server/platform/session/session.ts';
import { sessionLives } from '#server/platform/session/lives.ts';
import { anyHashOf, hashToken, newToken, type Secrets } from '#server/platform/secrets/token.ts';
import { readTerminalBinding } from './session-cookie.ts';

/** Who sits at a terminal: one account, and whether it may trade. */
export interface Trader {
  sessionId: string;
  clientId: string;
  account: bigint;
  holder: string;
  mayTrade: boolean;
  /** Whether the trader has yet to accept the published legal documents: until then they can open nothing new. */
  owesConsent: boolean;
}

export const sessionHeader = 'x-platform-session';
const sessionMs = 12 * 3_600_000;

export interface NewTerminalSession {
  token: string;
  binding: string;
  expiresAt: Date;
}

/**
 * Starts a session on one account. A browser that has a terminal open already keeps the binding, which both then share,
 * or the newer would lock the older out.
 */
export async function startTerminalSession(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  of: { account: bigint; clientId: string; openedBy: string | null; presentBinding: string | undefined },
): Promise<NewTerminalSession> {
  const now = clock.now();
  const bearer = newToken();
  const binding = (await storedBinding(tx, { now, config }, of.presentBinding)) ?? newToken();
  const [id, expiresAt] = [newId(), new Date(now.getTime() + sessionMs)];
  await tx.run(sql`
    insert into paper_session (id, token_hash, binding_hash, account, client_id, opened_by, created_at, expires_at)
    values (${id}, ${hashToken(config, 'terminal session', bearer)}, ${hashToken(config, 'terminal binding', binding)}, ${of.account}, ${of.clientId}, ${of.openedBy}, ${now}, ${expiresAt})`);
  await signNewRow(tx, config, 'paper_session', sql`q.id = ${id}`);
  return { token: bearer, binding, expiresAt };
}

/** Only the binding of a live session is stored, so that an attacker cannot plant one. */
async function storedBinding(
  tx: Tx,
  { now, config }: { now: Date; config: Secrets },
  present: string | undefined,
): Promise<string | undefined> {
  if (present === undefined) return undefined;
  const { known } = await tx.one<{ known: boolean }>(sql`
    select exists (select from paper_session where binding_hash = ${anyHashOf(config, 'terminal binding', present)} and revoked_at is null
                   and expires_at > ${now}) as known`);
  return known ? present : undefined;
}

/** The session that opened the terminal. */
interface OpenedBy {
  openedBy: string;
  openerContent: string;
  openerMac: Buffer | null;
}

/**
 * The trader behind a request. Their terminal counts only while the session that opened it does: signing out a lost
 * device signs out its terminal. Where a key of the browser renews that session, each call shows it too, so a copied
 * terminal is worth no more than a copied session.
 * @throws Refusal `paper.signed_out`
 */
export async function traderOf(app: App, request: FastifyRequest): Promise<Trader> {
  const { db, clock, config } = app;
  const bearer = request.headers[sessionHeader];
  const binding = readTerminalBinding(request);
  const found = await db.maybeOne<Trader & OpenedBy & TwoMacs>(sql`
    select ${macColumns('paper_session')}, ${joinedMacColumns('person')}, c.id as "clientId", q.id as "sessionId", q.account, c.full_name as holder, t.status = 'active' as "mayTrade",
           ${owesConsent(clock.now())} as "owesConsent", s.id as "openedBy", ${secured.session.content} as "openerContent", s.security_mac as "openerMac"
    from paper_session q join person c on c.id = q.client_id
    join trading_account t on t.number = q.account and t.client_id = q.client_id
    join session s on s.id = q.opened_by
    where q.token_hash = ${anyHashOf(config, 'terminal session', typeof bearer === 'string' ? bearer : '')}
      and q.binding_hash = ${anyHashOf(config, 'terminal binding', binding ?? '')}
      and q.revoked_at is null and q.expires_at > ${clock.now()}
      and ${sessionLives(sql`q.opened_by`, clock.now(), request.me)}
      and c.blocked_at is null and c.frozen_at is null and t.status in ('active', 'read_only')`);
  if (!found || !areGenuine(app, found, ['paper_session', found.sessionId], ['person', found.clientId]))
    throw refuse('paper.signed_out');
  if (!isGenuine(app, 'session', found.openedBy, { content: found.openerContent, mac: found.openerMac }))
    throw refuse('paper.signed_out');
  const { sessionId, clientId, account, holder, mayTrade, owesConsent: owes } = found;
  return { sessionId, clientId, account, holder, mayTrade, owesConsent: owes };
}

/** Ends one session, or all that a client has. */
export async function endTerminalSessions(app: App, of: { sessionId: string } | { clientId: string }): Promise<void> {
  const whose = 'sessionId' in of ? sql`id = ${of.sessionId}` : sql`client_id = ${of.clientId}`;
  await app.db.run(sql`update paper_session set revoked_at = ${app.clock.now()} where ${whose} and revoked_at is null`);
}
