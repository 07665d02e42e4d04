import type { FastifyRequest } from 'fastify';
import { rememberDays, type NumberStyle, type Theme } from '#contract/kernel/constants.ts';
import { roles as roleOrder, type Role } from '#contract/kernel/endpoint.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { Core } from '../core.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Db, Tx } from '../db/database.ts';
import { deviceName } from './device-name.ts';
import { areGenuine } from '../secrets/row-mac-check.ts';
import { networkKey } from '../http/limits/network-key.ts';
import { newId } from '../id.ts';
import {
  isIntact,
  joinedMacColumns,
  macColumns,
  openRow,
  signNewRow,
  sessionContent,
  type RowMac,
  type TwoMacs,
} from '../secrets/row-macs.ts';
import { renewalChallenge } from './key.ts';
import type { KnownSessions } from './known-sessions.ts';
import { anyHashOf, hashesOf, hashToken, macOf, newToken, sha256 } from '../secrets/token.ts';

/** The signed-in person of a request. */
export interface Person {
  id: string;
  email: string;
  firstName: string;
  secondName: string;
  /** The name that others read. */
  fullName: string;
  phone: string | null;
  address: string | null;
  country: string;
  language: Language;
  roles: Role[];
  emailVerifiedAt: Date | null;
  createdAt: Date;
  /** Whether the password alone is not enough to sign in. */
  hasSecondFactor: boolean;
  numberStyle: NumberStyle;
  theme: Theme | null;
  /** The brand at which they registered; null for the first one. */
  brand: string | null;
  /** When the account will be closed at the client's request; null without a request. */
  closesAt: Date | null;
  /** Whether the client has yet to accept the published documents before they deposit or trade; never true of staff. */
  owesConsent: boolean;
  sessionId: string;
  /** When they last proved to be themselves in this session; null in one that a link opened, until they do. */
  provenAt: Date | null;
  /**
   * Of staff: the client whom they impersonate. Of a client: the impersonation by which staff view this client's area.
   */
  impersonation: Impersonation | null;
}

/** A member of staff views the area of a client as this client, in one session of their own and for some minutes. */
export interface Impersonation {
  id: string;
  clientId: string;
  reason: string;
  endsAt: Date;
}

export const isImpersonated = ({ id, impersonation }: Pick<Person, 'id' | 'impersonation'>): boolean =>
  impersonation?.clientId === id;

/** The role that is last in the contract's order. */
export function highestRole(roles: readonly Role[]): Role {
  return roleOrder.findLast((role) => roles.includes(role)) ?? 'client';
}

/** Whether the person has a role besides that of a client. */
export const isStaff = ({ roles }: Pick<Person, 'roles'>): boolean => roles.some((role) => role !== 'client');

export const rememberMs = rememberDays * 86_400_000;
const seenEveryMs = 60_000;

export interface OpenedSession {
  id: string;
  /** The bearer token; only its hash is stored. */
  token: string;
  /** Second half of a browser's session, for an HttpOnly cookie: a stolen bearer alone is worth nothing. */
  binding: string;
  /** Undefined for a session that ends with the browser. */
  maxAgeS: number | undefined;
}

export interface Device {
  address: string;
  userAgent: string | undefined;
}

export const deviceOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Device => ({
  address: ip,
  userAgent: headers['user-agent'],
});

/** The stored part of a browser's user agent. */
export const shortUserAgent = ({ userAgent }: Device): string | null => userAgent?.slice(0, 512) ?? null;

/** Starts a session. Both secrets leave the server here and are never stored. */
export async function openSession(
  tx: Tx,
  { clock, config }: Pick<Core, 'clock' | 'config'>,
  of: {
    clientId: string;
    remember: boolean;
    device: Device;
    issuedBy?: string;
    /** The sign-in at a provider of single sign-on. */
    staffSignInId?: string;
    isProven?: boolean;
    publicKey?: Buffer | undefined;
  },
): Promise<OpenedSession> {
  const bearer = newToken();
  const binding = newToken();
  const id = newId();
  const now = clock.now();
  const { roles } = await tx.one<Pick<Person, 'roles'>>(sql`select roles from person where id = ${of.clientId}`);
  const hasKey = of.publicKey !== undefined;
  const { idleMs, maxMs } = lifetimeOf(config.sessions, {
    remember: of.remember,
    hasKey,
    isStaff: isStaff({ roles }),
  });
  const [expiresAt, endsAt] = [Math.min(idleMs, maxMs), maxMs].map((ms) => new Date(now.getTime() + ms));
  const { isProven = of.issuedBy === undefined } = of;
  const network = networkKey(of.device.address);
  const bindingUntil = hasKey ? new Date(now.getTime() + config.sessions.renewalMs) : null;
  await tx.run(sql`
    insert into session (id, person_id, token_hash, binding_hash, remember, user_agent, address, network, issued_by, staff_sign_in_id, created_at, last_seen_at,
                         expires_at, ends_at, idle, public_key, binding_until, key_networks, proven_at)
    values (${id}, ${of.clientId}, ${hashToken(config, 'session', bearer)}, ${hashToken(config, 'session binding', binding)}, ${of.remember}, ${shortUserAgent(of.device)},
            ${of.device.address}, ${network}, ${of.issuedBy ?? null}, ${of.staffSignInId ?? null}, ${now}, ${now},
            ${expiresAt}, ${endsAt}, make_interval(secs => ${idleMs / 1000}), ${of.publicKey ?? null}, ${bindingUntil}, ${hasKey ? [network] : null}, ${isProven ? now : null})`);
  await signNewRow(tx, config, 'session', sql`s.id = ${id}`);
  return { id, token: bearer, binding, maxAgeS: of.remember ? rememberMs / 1000 : undefined };
}

/** Of `client c`, at a time. */
const columnsAt = (now: Date) => sql`
  c.id, c.email, c.first_name as "firstName", c.second_name as "secondName", c.full_name as "fullName", c.phone, c.address, c.country, c.language, c.roles,
  c.email_verified_at as "emailVerifiedAt", c.created_at as "createdAt", c.second_factor_at is not null as "hasSecondFactor", c.number_style as "numberStyle", c.theme, c.brand,
  (select a.closes_at from account_closure a where a.client_id = c.id and a.ended_at is null) as "closesAt",
  ${owesConsent(now)} as "owesConsent"`;

/** Whether a client `c` has yet to accept a legal document that is in force. Staff are not asked. */
export const owesConsent = (now: Date): Sql =>
  sql`c.roles = '{client}' and exists (select from legal_due(c.id, ${now}))`;

/**
 * How long a session lasts unused, and at most. Those of staff end within a working day, remembered or not; one that is bound
 * to no key of a browser ends after a month by default.
 */
function lifetimeOf(
  set: Config['sessions'],
  { remember, hasKey, isStaff }: { remember: boolean; hasKey: boolean; isStaff: boolean },
): { idleMs: number; maxMs: number } {
  const [idleMs, maxMs] = remember ? [set.rememberedIdleMs, rememberMs] : [set.idleMs, set.maxMs];
  return {
    idleMs,
    maxMs: Math.min(maxMs, hasKey ? Infinity : set.keylessMs, isStaff ? set.staffMs : Infinity),
  };
}

/** A session that is open, with its person, as both rows were when they were read. */
export interface SessionRow extends Omit<Person, 'impersonation'> {
  tokenHash: Buffer;
  bindingHash: Buffer;
  bindingUntil: Date | null;
  formerBindingHash: Buffer | null;
  formerBindingUntil: Date | null;
  hasKey: boolean;
  keyNetworks: string[] | null;
  expiresAt: Date;
  lastSeenAt: Date;
  signInAddress: string;
  signInUserAgent: string | null;
  impersonationId: string | null;
  impersonatedId: string;
  impersonationReason: string;
  impersonationEndsAt: Date;
  sessionMac: Buffer;
}

/** With what the MACs cover, of the person and of the session. */
type SignedRow = Omit<SessionRow, 'sessionMac'> & TwoMacs;

/** What a call shows of its session. */
export interface Credentials {
  bearer: string;
  binding: string | undefined;
  device: Device;
  /** False for automatic calls of a page, so that a page without a user keeps no session alive. */
  isUse?: boolean;
}

/** The person of a call, or why their session does not count for it. */
export type Found =
  | { client: Person; why?: undefined }
  | { client: null; why?: undefined }
  /** A key of the browser renews the half that is over. */
  | { client: null; why: 'renewal_due'; challenge: string }
  /** Without a key, and from another network and another browser than it began in. */
  | { client: null; why: 'elsewhere'; clientId: string };

type World = Core & { knownSessions: KnownSessions<SessionRow> };

/** The open session of a bearer, with its person, when both rows are as the program wrote them. */
async function readSession(world: World, now: Date, bearer: string): Promise<SessionRow | undefined> {
  const { db, config } = world;
  const found = await db.maybeOne<SignedRow>(sql`
    select ${columnsAt(now)}, ${macColumns('session')}, ${joinedMacColumns('person')}, s.token_hash as "tokenHash", s.id as "sessionId",
           s.binding_hash as "bindingHash", s.binding_until as "bindingUntil",
           s.former_binding_hash as "formerBindingHash", s.former_binding_until as "formerBindingUntil",
           s.public_key is not null as "hasKey", s.key_networks as "keyNetworks", s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt",
           s.proven_at as "provenAt", s.address as "signInAddress", s.user_agent as "signInUserAgent",
           w.id as "impersonationId", w.client_id as "impersonatedId", w.reason as "impersonationReason", w.ends_at as "impersonationEndsAt"
    from session s join person c on c.id = s.person_id
    left join impersonation w on w.session_id = s.id and w.staff_id = c.id and c.roles <> '{client}' and w.ended_at is null and w.ends_at > ${now}
    where s.token_hash = ${anyHashOf(config, 'session', bearer)}
      and s.revoked_at is null and s.expires_at > ${now} and c.blocked_at is null and c.frozen_at is null`);
  if (!found) return undefined;
  if (!areGenuine(world, found, ['session', found.sessionId], ['person', found.id])) return undefined;
  const { content: _c, mac, joinedContent: _p, joinedMac: _m, ...row } = found;
  return { ...row, sessionMac: mac as Buffer };
}

/** Whether the use of a session is still recorded as recent. */
const wasSeen = ({ lastSeenAt }: SessionRow, now: Date) => now.getTime() - lastSeenAt.getTime() <= seenEveryMs;

/** Whether the second half, and the network where the session has a key, belong to this session at this time. */
function isBound(row: SessionRow, now: Date, { config }: World, { binding = '', device }: Credentials): boolean {
  if (row.keyNetworks && !row.keyNetworks.includes(networkKey(device.address))) return false;
  const shown = hashesOf(config, 'session binding', binding);
  const isOne = (stored: Buffer | null, until: Date | null) =>
    stored !== null && shown.some((hash) => hash.equals(stored)) && (until === null || until > now);
  return isOne(row.bindingHash, row.bindingUntil) || isOne(row.formerBindingHash, row.formerBindingUntil);
}

/** When a session ends that is used now. */
const endWhenSeen = (now: Date) => sql`least(${now}::timestamptz + s.idle, s.ends_at)`;

/** The person behind a bearer token and its binding. */
export async function findSignedIn(world: World, shown: Credentials): Promise<Found> {
  const { db, clock, config, knownSessions } = world;
  const { bearer, binding = '', device, isUse = true } = shown;
  const now = clock.now();
  const row = await knownSessions.find(
    sha256(bearer).toString('hex'),
    now,
    () => readSession(world, now, bearer),
    (known) => known.expiresAt > now && isBound(known, now, world, shown) && (!isUse || wasSeen(known, now)),
  );
  if (!row) return { client: null };
  if (!isBound(row, now, world, shown)) {
    if (!row.hasKey) return { client: null };
    const challenge = renewalChallenge(config, clock, { id: row.sessionId, bindingHash: row.bindingHash });
    return { client: null, why: 'renewal_due', challenge };
  }
  if (!row.hasKey && isElsewhere({ address: row.signInAddress, userAgent: row.signInUserAgent ?? undefined }, device))
    return { client: null, why: 'elsewhere', clientId: row.id };
  if (isUse && !wasSeen(row, now)) await markSeen({ db, config }, row, now, { bearer, binding });
  return { client: personOf(row, now) };
}

function personOf(row: SessionRow, now: Date): Person {
  const { impersonationId, impersonatedId, impersonationReason, impersonationEndsAt, ...others } = row;
  const { tokenHash: _t, bindingHash: _b, formerBindingHash: _f, sessionMac: _m, ...person } = others;
  const impersonation =
    impersonationId !== null && impersonationEndsAt > now
      ? { id: impersonationId, clientId: impersonatedId, reason: impersonationReason, endsAt: impersonationEndsAt }
      : null;
  return { ...person, impersonation };
}

/**
 * Networks change often and a browser is updated; both at once, and another kind of browser, count as another person
 * until proven. A key of the browser is such a proof. It does not prove who sits there: important actions require a
 * proof of the person (`needsProof`).
 */
const isElsewhere = (before: Device, now: Device): boolean =>
  networkKey(before.address) !== networkKey(now.address) &&
  deviceName(before.userAgent ?? null) !== deviceName(now.userAgent ?? null);

/**
 * The client whom a member of staff impersonates, as the client's modules see them; null when the client has become
 * staff.
 */
export async function findImpersonated(
  db: Db,
  clock: Clock,
  by: Pick<Person, 'impersonation' | 'sessionId' | 'provenAt'>,
) {
  const { impersonation, sessionId, provenAt } = by;
  const client = await db.maybeOne<Omit<Person, keyof typeof by>>(
    sql`select ${columnsAt(clock.now())} from person c where c.id = ${impersonation?.clientId} and c.roles = '{client}'`,
  );
  return client ? { ...client, sessionId, provenAt, impersonation } : null;
}

/**
 * Extends a session that is used, and updates its MAC: of several concurrent calls the first one does it. Stores both
 * halves under the present secret as well, so that a session in use survives a rotation. The second half may have been
 * replaced since: the former one does not take its position again.
 */
async function markSeen(
  { db, config }: Pick<Core, 'db' | 'config'>,
  of: Pick<SessionRow, 'sessionId' | 'tokenHash' | 'bindingHash' | 'sessionMac'>,
  now: Date,
  { bearer, binding }: { bearer: string; binding: string },
): Promise<void> {
  const [token, half] = [hashToken(config, 'session', bearer), hashToken(config, 'session binding', binding)];
  const seen = sql`update session s set last_seen_at = ${now}, expires_at = ${endWhenSeen(now)}`;
  const isPresent = token.equals(of.tokenHash) && half.equals(of.bindingHash);
  if (isPresent || config.formerSecret === undefined) {
    const unchanged = sql`s.id = ${of.sessionId} and s.security_mac = ${of.sessionMac}`;
    const row = await db.maybeOne<RowMac & { seenContent: string }>(
      sql`select ${macColumns('session')}, ${sessionContent(endWhenSeen(now))} as "seenContent" from session s where ${unchanged}`,
    );
    // What another process put there since the session was read must not get a MAC.
    if (!row || !isIntact(config, 'session', row)) return;
    const mac = macOf(config.appSecret, 'session', row.seenContent);
    await db.run(sql`${seen}, security_mac = ${mac} where ${unchanged}`);
    return;
  }
  await db.tx(async (tx) => {
    await openRow(tx, config, 'session', of.sessionId, sql`s.id = ${of.sessionId}`);
    await tx.run(sql`
      ${seen}, token_hash = ${token},
        binding_hash = case when s.binding_hash = ${anyHashOf(config, 'session binding', binding)} then ${half} else s.binding_hash end
      where s.id = ${of.sessionId}`);
  });
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
    where person_id = ${of.clientId} and revoked_at is null
      and (${of.only ?? null}::uuid is null or id = ${of.only ?? null})
      and (${of.except ?? null}::uuid is null or id <> ${of.except ?? null})`);
}

/**
 * Ends the session that a binding belongs to, if it is open.
 * @returns whose it was
 */
export async function revokeSessionBoundTo(
  { db, clock, config }: Pick<Core, 'db' | 'clock' | 'config'>,
  binding: string,
): Promise<string | undefined> {
  const revoked = await db.maybeOne<{ clientId: string }>(sql`
    update session set revoked_at = ${clock.now()}
    where binding_hash = ${anyHashOf(config, 'session binding', binding)} and revoked_at is null
    returning person_id as "clientId"`);
  return revoked?.clientId;
}
