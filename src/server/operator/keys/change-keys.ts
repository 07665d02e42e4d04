import { maxKeys, scopeOfTwo, type Scope } from '#contract/operator/names.ts';
import type { OperatorKey } from '#contract/operator/keys.ts';
import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import { newApiKey } from '#server/platform/secrets/api-key.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { reportForged } from '#server/platform/secrets/row-mac-check.ts';
import { newId } from '#server/platform/id.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { isIntact, macColumns, openRow, signNewRow, type RowMac } from '#server/platform/secrets/row-macs.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readKey } from './list-keys.ts';

/** What a key may, from where and until when. */
interface Grants {
  name: string;
  scopes: Scope[];
  addresses: string[];
  ends_on?: string | null | undefined;
}

interface Input extends Grants, Proof {
  /** Of a key that takes two administrators. */
  reason?: string | undefined;
  calls_per_minute: number;
}

interface WithSecret {
  key: OperatorKey;
  /** Leaves the server here and is never stored. */
  secret: string;
}

const hourMs = 3_600_000;

/**
 * Makes a key, for an administrator who has proven who they are. One that issues sign-in links waits for a second administrator.
 * @throws Refusal as `prove`, `operator.end_passed` on `ends_on`, `operator.keys_full`
 */
export async function createKey(app: App, me: Person, input: Input): Promise<WithSecret> {
  const take = await prove(app, me, input);
  const now = app.clock.now();
  const endsAt = input.ends_on ? new Date(Date.parse(`${input.ends_on}T00:00:00Z`) + 24 * hourMs) : null;
  const id = newId();
  return app.db.tx(async (tx) => {
    await take(tx);
    await lockHolder(tx, me);
    if (endsAt && endsAt <= now) throw refuseField('ends_on', 'operator.end_passed');
    await lockKeys(tx);
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::int as count from operator_key
      where revoked_at is null and (ends_at is null or ends_at > ${now})`);
    if (count >= maxKeys) throw refuse('operator.keys_full', { max: maxKeys });
    await tx.run(sql`
      insert into operator_key (id, name, scopes, addresses, calls_per_minute, created_by, created_at, ends_at)
      values (${id}, ${input.name}, ${input.scopes}, ${input.addresses}::inet[], ${input.calls_per_minute}, ${me.id}, ${now}, ${endsAt})`);
    const secret = await addSecret(app, tx, id, { id: me.id, at: now });
    const details = detailsOf(input);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'operator.create_key',
      details: { ...details, calls_per_minute: String(input.calls_per_minute) },
    });
    if (input.scopes.includes(scopeOfTwo)) await requestKey(app, tx, me, { id, reason: input.reason ?? '', details });
    return { key: await readKey(app, tx, me, id), secret };
  });
}

/** Another administrator approves the key as it is, with its present holder. */
async function requestKey(
  app: App,
  tx: Tx,
  me: Person,
  { id, reason, details }: { id: string; reason: string; details: AuditDetails },
): Promise<void> {
  const value = sql`(select operator_key_value(k) from operator_key k where k.id = ${id})`;
  const subject = { kind: 'api_key', key: id, clientId: null } as const;
  await requestApproval(app, tx, me, { subject, was: sql`'null'::jsonb`, value, reason, details });
}

const detailsOf = ({ name, scopes, addresses, ends_on: endsOn }: Grants) => ({
  key: name,
  scopes: scopes.join(' '),
  ...(addresses.length > 0 && { addresses: addresses.join(' ') }),
  ...(endsOn && { until: endsOn }),
});

/**
 * Gives a key the access that two administrators have agreed on. From the confirmation on the database counts it as
 * approved.
 */
export const operatorKeyApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { subject, value, reason, author, mark }, at) {
    const open = await tx.maybeOne(sql`
      select from operator_key k
      where id = ${subject.key} and revoked_at is null and (ends_at is null or ends_at > ${at}) and operator_key_is_approved(k) for update`);
    if (!open) throw refuse('approvals.outdated');
    const details = { ...detailsOf(value as Grants), reason, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'operator.approve_key', details });
  },
});

/**
 * Gives a key a new secret, by its holder; the present one stays valid for the overlap, so that a program can be switched
 * without a gap.
 * @throws Refusal as `operator.rotate_key` lists them
 */
export async function rotateKey(
  app: App,
  me: Person,
  input: Proof & { key_id: string; overlap_hours: number },
): Promise<WithSecret> {
  const take = await prove(app, me, input);
  const now = app.clock.now();
  return app.db.tx(async (tx) => {
    await take(tx);
    await lockHolder(tx, me);
    const { name, scopes, holderId, holder } = await lockKey(tx, input.key_id, now);
    if (holderId !== me.id) throw refuse('operator.key_of_another', { name: holder });
    if (scopes.includes(scopeOfTwo)) throw refuse('operator.key_of_two');
    await requireGenuine(app, tx, input.key_id);
    // Never more than two: what was overlapping ends here.
    await tx.run(sql`
      update operator_key_secret set ends_at = ${now} where key_id = ${input.key_id} and ends_at > ${now}`);
    await tx.run(sql`
      update operator_key_secret set ends_at = ${new Date(now.getTime() + input.overlap_hours * hourMs)}
      where key_id = ${input.key_id} and ends_at is null`);
    const secret = await addSecret(app, tx, input.key_id, { id: me.id, at: now });
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'operator.rotate_key',
      details: { key: name, overlap_hours: String(input.overlap_hours) },
    });
    return { key: await readKey(app, tx, me, input.key_id), secret };
  });
}

/**
 * Makes an administrator the holder of a key that another one held, with a new secret. Who knew a former secret can do nothing by
 * the key from then on, so that its holder is the only one who can.
 * @throws Refusal as `operator.take_over_key` lists them
 */
export async function takeOverKey(
  app: App,
  me: Person,
  input: Proof & { key_id: string; reason: string },
): Promise<WithSecret> {
  const take = await prove(app, me, input);
  const now = app.clock.now();
  const { key_id: id, reason } = input;
  return app.db.tx(async (tx) => {
    await take(tx);
    await lockHolder(tx, me);
    const { name, scopes, holderId, holder } = await lockKey(tx, id, now);
    if (holderId === me.id) throw refuse('operator.key_yours');
    await requireGenuine(app, tx, id);
    const takesTwo = scopes.includes(scopeOfTwo);
    if (takesTwo && !(await isApproved(tx, id))) throw refuse('approvals.request_open');
    await openSecrets(app, tx, id);
    await tx.run(
      sql`update operator_key_secret set ends_at = ${now} where key_id = ${id} and (ends_at is null or ends_at > ${now})`,
    );
    await tx.run(sql`update operator_key set created_by = ${me.id} where id = ${id}`);
    // A call that the program repeats under the new holder is still the same call.
    await tx.run(sql`
      update idempotency_key set owner_id = ${me.id} where owner_id = ${holderId} and starts_with(key, ${`${id} `})`);
    // Approved when this person held it before: a new secret would be known to them alone.
    if (takesTwo && (await isApproved(tx, id))) throw refuse('operator.key_of_two');
    const secret = await addSecret(app, tx, id, { id: me.id, at: now });
    const details = { key: name, from: holder, reason };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'operator.take_over_key', details });
    if (takesTwo) await requestKey(app, tx, me, { id, reason, details: { key: name, from: holder } });
    return { key: await readKey(app, tx, me, id), secret };
  });
}

async function isApproved(tx: Tx, id: string): Promise<boolean> {
  const approved = await tx.maybeOne(sql`select from operator_key k where id = ${id} and operator_key_is_approved(k)`);
  return approved !== undefined;
}

/** Sets how often a key may call, from its next call on. @throws Refusal `http.not_found`, `operator.key_ended` */
export async function setCallLimit(
  app: App,
  me: Person,
  { key_id: id, calls_per_minute: after }: { key_id: string; calls_per_minute: number },
): Promise<OperatorKey> {
  return app.db.tx(async (tx) => {
    const { name, callsPerMinute: before } = await lockKey(tx, id, app.clock.now());
    if (before !== after) {
      await tx.run(sql`update operator_key set calls_per_minute = ${after} where id = ${id}`);
      const details = { key: name, before: String(before), after: String(after) };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'operator.limit_key', details });
    }
    return readKey(app, tx, me, id);
  });
}

/** Ends a key at once. @throws Refusal `http.not_found`, `operator.key_ended` */
export async function revokeKey(app: App, me: Person, { key_id: id }: { key_id: string }): Promise<{ status: 'ok' }> {
  const now = app.clock.now();
  await app.db.tx(async (tx) => {
    const { name } = await lockKey(tx, id, now);
    await tx.run(sql`update operator_key set revoked_at = ${now} where id = ${id}`);
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'operator.revoke_key', details: { key: name } });
  });
  return { status: 'ok' };
}

/**
 * Who gets a secret stays an administrator until it is stored, so that losing the role ends it with all others.
 * @throws Refusal `http.forbidden`
 */
async function lockHolder(tx: Tx, { id }: Person): Promise<void> {
  const holder = await tx.maybeOne(sql`
    select from person where id = ${id} and 'admin' = any(roles) and blocked_at is null for no key update`);
  if (!holder) throw refuse('http.forbidden');
}

/** Those who make keys at the same time wait for each other, so that their number holds. */
async function lockKeys(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('operator_key'))`);
}

interface LockedKey {
  name: string;
  scopes: Scope[];
  callsPerMinute: number;
  holderId: string;
  /** By name. */
  holder: string;
}

/** @throws Refusal `http.not_found`, `operator.key_ended` */
async function lockKey(tx: Tx, id: string, now: Date): Promise<LockedKey> {
  const key = await tx.maybeOne<LockedKey & { open: boolean }>(sql`
    select k.name, k.scopes, k.calls_per_minute as "callsPerMinute", k.created_by as "holderId",
           (select full_name from person where id = k.created_by) as holder,
           k.revoked_at is null and (k.ends_at is null or k.ends_at > ${now}) as open
    from operator_key k where k.id = ${id} for update`);
  if (!key) throw notFound();
  if (!key.open) throw refuse('operator.key_ended');
  return key;
}

/**
 * The MAC of a new secret covers the key's scopes, addresses and end as they are, so they must be what the program
 * wrote. A secret of it, even one that has ended, proves that.
 * @throws Refusal `operator.key_forged`
 */
async function requireGenuine(app: App, tx: Tx, keyId: string): Promise<void> {
  const secrets = await tx.rows<RowMac>(sql`
    select ${macColumns('operator_key_secret')} from operator_key_secret s join operator_key k on k.id = s.key_id where k.id = ${keyId}`);
  if (secrets.some((secret) => isIntact(app.config, 'operator_key_secret', secret))) return;
  reportForged(app, 'operator_key_secret', keyId);
  throw refuse('operator.key_forged');
}

/** The MACs of secrets cover the holder, who is about to change. */
async function openSecrets({ config }: App, tx: Tx, keyId: string): Promise<void> {
  const secrets = await tx.rows<{ hash: Buffer }>(sql`
    select hash from operator_key_secret where key_id = ${keyId} order by hash`);
  for (const { hash } of secrets)
    await openRow(tx, config, 'operator_key_secret', hash.toString('hex'), sql`s.hash = ${hash}`);
}

async function addSecret({ config }: App, tx: Tx, keyId: string, by: { id: string; at: Date }): Promise<string> {
  const { secret, hash, hint } = newApiKey(config, config.demo ? 'test' : 'live');
  await tx.run(sql`
    insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
    values (${hash}, ${keyId}, ${hint}, ${by.at}, ${by.id})`);
  await signNewRow(tx, config, 'operator_key_secret', sql`s.hash = ${hash}`);
  return secret;
}
