import { rememberDays, type NumberStyle, type Theme } from '#contract/constants.ts';
import { roles as roleOrder, type Role } from '#contract/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import type { Clock } from './clock.ts';
import { sql } from './db/sql.ts';
import type { Db, Tx } from './db/database.ts';
import { newId } from './id.ts';
import { hashToken, newToken } from './token.ts';

/** The signed-in person of a request. */
export interface Client {
  id: string;
  email: string;
  firstName: string;
  secondName: string;
  phone: string | null;
  address: string | null;
  country: string;
  language: Language;
  roles: Role[];
  emailVerifiedAt: Date | null;
  managerEmail: string | null;
  managerName: string | null;
  createdAt: Date;
  /** Whether the password alone is not enough for him to sign in. */
  hasSecondFactor: boolean;
  numberStyle: NumberStyle;
  theme: Theme | null;
  /** When his account is closed, as he wishes; null when he does not. */
  closesAt: Date | null;
  sessionId: string;
}

/** The role that stands last in the contract's order. */
export function highestRole(roles: readonly Role[]): Role {
  return roleOrder.findLast((role) => roles.includes(role)) ?? 'client';
}

/** Whether he has a role besides that of a client. */
export const isStaff = ({ roles }: Pick<Client, 'roles'>): boolean => roles.some((role) => role !== 'client');

/** Without "remember me" a session ends when unused for so long, whatever the browser kept. */
const idleMs = 12 * 3_600_000;
const rememberMs = rememberDays * 86_400_000;
const seenEveryMs = 60_000;

export interface OpenedSession {
  id: string;
  /** The bearer token; only its hash is stored. */
  token: string;
  /** Second half of a browser's session, for an HttpOnly cookie: the bearer alone, taken elsewhere, is worth nothing. */
  binding: string;
  /** Undefined for a session that ends with the browser. */
  maxAgeS: number | undefined;
}

export interface Device {
  address: string;
  userAgent: string | undefined;
}

/** Begins a session. Both secrets leave the server here and are never stored. */
export async function openSession(
  tx: Tx,
  { clock, config }: { clock: Clock; config: Pick<Config, 'sessions'> },
  of: { clientId: string; remember: boolean; device: Device; issuedBy?: string },
): Promise<OpenedSession> {
  const bearer = newToken();
  const binding = newToken();
  const id = newId();
  const now = clock.now();
  const { roles } = await tx.one<Pick<Client, 'roles'>>(sql`select roles from client where id = ${of.clientId}`);
  const { idleMs, mostMs } = lifetimeOf(config.sessions, of.remember, isStaff({ roles }));
  const [expiresAt, endsAt] = [Math.min(idleMs, mostMs), mostMs].map((ms) => new Date(now.getTime() + ms));
  await tx.run(sql`
    insert into session (id, client_id, token_hash, binding_hash, remember, user_agent, address, issued_by, created_at, last_seen_at,
                         expires_at, ends_at, idle)
    values (${id}, ${of.clientId}, ${bearer.hash}, ${binding.hash}, ${of.remember}, ${of.device.userAgent?.slice(0, 512) ?? null},
            ${of.device.address}, ${of.issuedBy ?? null}, ${now}, ${now},
            ${expiresAt}, ${endsAt}, make_interval(secs => ${idleMs / 1000}))`);
  return { id, token: bearer.token, binding: binding.token, maxAgeS: of.remember ? rememberMs / 1000 : undefined };
}

type SessionRow = Omit<Client, 'sessionId'> & { sessionId: string; remember: boolean; lastSeenAt: Date };

/** The person behind a bearer token and its binding, or null. */
export async function findClient(
  db: Db,
  clock: Clock,
  bearer: string,
  binding: string | undefined,
): Promise<Client | null> {
  const now = clock.now();
  const row = await db.maybeOne<SessionRow>(sql`
    select c.id, c.email, c.first_name as "firstName", c.second_name as "secondName", c.phone, c.address, c.country, c.language, c.roles,
           c.email_verified_at as "emailVerifiedAt", c.manager_email as "managerEmail", c.manager_name as "managerName",
           c.created_at as "createdAt", c.second_factor_at is not null as "hasSecondFactor",
           c.number_style as "numberStyle", c.theme, s.id as "sessionId", s.remember, s.last_seen_at as "lastSeenAt"
    from session s join client c on c.id = s.client_id
    left join client_watch w on w.session_id = s.id and w.ended_at is null and w.ends_at > ${now}
    where s.token_hash = ${hashToken(bearer)} and s.binding_hash = ${hashToken(binding ?? '')}
      and s.revoked_at is null and s.expires_at > ${now} and c.blocked_at is null and c.frozen_at is null`);
  if (!row) return null;
  const { remember, lastSeenAt, ...client } = row;
  if (now.getTime() - lastSeenAt.getTime() > seenEveryMs) await markSeen(db, row.sessionId, remember, now);
  return client;
}

async function markSeen(db: Db, sessionId: string, remember: boolean, now: Date): Promise<void> {
  const idleUntil = new Date(now.getTime() + idleMs);
  await db.run(sql`
    update session set last_seen_at = ${now}, expires_at = least(${now}::timestamptz + idle, ends_at) where id = ${sessionId}`);
}

/**
 * Ends sessions of a client: the one named, or all but the one named.
 * @returns how many were open
 */
export async function revokeSessions(
  db: Db | Tx,
  clock: Clock,
  of: { clientId: string; only?: string; except?: string },
): Promise<number> {
  return db.run(sql`
    update session set revoked_at = ${clock.now()}
    where client_id = ${of.clientId} and revoked_at is null
      and (${of.only ?? null}::uuid is null or id = ${of.only ?? null})
      and (${of.except ?? null}::uuid is null or id <> ${of.except ?? null})`);
}

/** Ends the session that a binding belongs to, if it is open. */
export async function revokeSessionBoundTo(db: Db, clock: Clock, binding: string): Promise<void> {
  await db.run(sql`
    update session set revoked_at = ${clock.now()} where binding_hash = ${hashToken(binding)} and revoked_at is null`);
}
