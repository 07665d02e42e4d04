import type { z } from 'zod';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { CreationOptions, passkeysEndpoints } from '#contract/auth/passkeys.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';
import { auditOwnAction } from '../audit-own-action.ts';
import { afterChange } from '../second-factor/factors.ts';
import { prove, type Proof } from '../second-factor/require-proof.ts';
import { drawRecoveryCodes, replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import { createPasskeyChallenge, devicesOf, redeemPasskeyChallenge } from './passkey-challenge.ts';
import { findRelyingParty, relyingParty } from './relying-party.ts';
import { algorithms, readNewPasskey, type NewPasskey } from './verify.ts';

/** More than a person has devices. */
const max = 10;

interface Row {
  id: string;
  name: string;
  synced: boolean;
  works: boolean;
  createdAt: Date;
  usedAt: Date | null;
}

/** The caller's passkeys, the newest first. */
export async function listPasskeys(app: App, me: Person) {
  const rows = await app.db.rows<Row>(sql`
    select id, name, synced, revoked_at is null as works, created_at as "createdAt", used_at as "usedAt"
    from passkey where person_id = ${me.id} order by created_at desc, id desc`);
  return {
    origin: findRelyingParty(app.settings.brand(me.brand))?.origin ?? null,
    max,
    passkeys: rows.map(({ createdAt, usedAt, ...passkey }) => ({
      ...passkey,
      created_at: createdAt.toISOString(),
      used_at: usedAt?.toISOString() ?? null,
    })),
  };
}

/** @throws Refusal auth.passkey_limit */
async function checkLimit(db: Db | Tx, clientId: string): Promise<void> {
  const { count } = await db.one<{ count: number }>(
    sql`select count(*)::int as count from passkey where person_id = ${clientId}`,
  );
  if (count >= max) throw refuse('auth.passkey_limit', { max });
}

/** Starts the creation of a passkey, unless the device has one of this client already. */
export async function startPasskey(app: App, me: Person, proof: Proof): Promise<CreationOptions> {
  const brand = app.settings.brand(me.brand);
  const party = relyingParty(brand);
  await checkLimit(app.db, me.id);
  const take = await prove(app, me, proof);
  const { challenge, ...started } = await app.db.tx(async (tx) => {
    await take(tx);
    return createPasskeyChallenge(tx, app, { action: 'register', sessionId: me.sessionId });
  });
  return {
    ...started,
    options: {
      challenge,
      timeout: tokenLifetimeMs.passkeyAttempt,
      rp: { id: party.id, name: brand.name },
      user: {
        id: Buffer.from(me.id.replaceAll('-', ''), 'hex').toString('base64url'),
        name: me.email,
        displayName: me.fullName,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: await devicesOf(app.db, me.id, 'all'),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  };
}

type Adding = z.output<(typeof passkeysEndpoints)['auth.add_passkey']['body']>;

/** Stores a new passkey from a device. Recovery codes come with it, unless there are some. */
export async function addPasskey(app: App, me: Person, body: Adding): Promise<{ recovery_codes: string[] }> {
  const party = relyingParty(app.settings.brand(me.brand));
  const { challenge } = await redeemPasskeyChallenge(
    app,
    { action: 'register', sessionId: me.sessionId },
    body.attempt,
  );
  const made = await readNewPasskey(app, party, challenge, body.passkey);
  const codes = me.hasSecondFactor ? [] : await drawRecoveryCodes(me.id);
  await app.db.tx(async (tx) => {
    // Of several at once each waits here, and counts those before it.
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    await checkLimit(tx, me.id);
    await store(tx, app, me, { ...made, name: body.name, transports: body.passkey.response.transports ?? [] });
    if (codes.length > 0) await replaceRecoveryCodes(tx, app, me.id, codes);
    await afterChange(tx, app, me, 'passkey_added');
    await auditOwnAction(tx, app, me, 'auth.add_passkey', { name: body.name });
  });
  return { recovery_codes: codes.map(({ shown }) => shown) };
}

/** @throws Refusal auth.passkey_taken */
async function store(
  tx: Tx,
  { clock, config }: App,
  me: Person,
  { credentialId, publicKey, counter, synced, name, transports }: NewPasskey & { name: string; transports: string[] },
): Promise<void> {
  const id = newId();
  const stored = await tx.run(sql`
    insert into passkey (id, person_id, credential_id, public_key, counter, transports, name, synced, created_at)
    values (${id}, ${me.id}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${transports}, ${name}, ${synced},
            ${clock.now()})
    on conflict (credential_id) do nothing`);
  if (stored === 0) throw refuse('auth.passkey_taken');
  await signNewRow(tx, config, 'passkey', sql`p.id = ${id}`);
}

/** @throws Refusal auth.passkey_unknown */
export async function renamePasskey(
  app: App,
  me: Person,
  { passkey_id: id, name }: { passkey_id: string; name: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const before = await tx.maybeOne<{ name: string }>(sql`
      select name from passkey where id = ${id} and person_id = ${me.id} for update`);
    if (!before) throw refuse('auth.passkey_unknown');
    await tx.run(sql`update passkey set name = ${name} where id = ${id}`);
    await auditOwnAction(tx, app, me, 'auth.rename_passkey', { from: before.name, to: name });
  });
  return { status: 'ok' };
}

/** Removes a passkey. Staff must keep one second factor of any kind. */
export async function removePasskey(
  app: App,
  me: Person,
  { passkey_id: id, ...proof }: Proof & { passkey_id: string },
): Promise<{ status: 'ok' }> {
  const mine = sql`id = ${id} and person_id = ${me.id}`;
  if (!(await app.db.maybeOne(sql`select from passkey where ${mine}`))) throw refuse('auth.passkey_unknown');
  const mustStay = app.config.staffSecondFactor && isStaff(me);
  if (mustStay && !(await hasOther(app.db, me.id, id))) throw refuse('auth.second_factor_required');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const removed = await tx.maybeOne<{ name: string }>(sql`delete from passkey where ${mine} returning name`);
    if (!removed) throw refuse('auth.passkey_unknown');
    // Of two at once the second waits here, and then finds that the first has removed the other.
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    if (mustStay && !(await hasOther(tx, me.id, id))) throw refuse('auth.second_factor_required');
    await afterChange(tx, app, me, 'passkey_removed');
    await auditOwnAction(tx, app, me, 'auth.remove_passkey', { name: removed.name });
  });
  return { status: 'ok' };
}

async function hasOther(db: Db | Tx, clientId: string, passkeyId: string): Promise<boolean> {
  const others = await db.rows(sql`
    select 1 from totp where person_id = ${clientId} and confirmed_at is not null
    union all
    select 1 from passkey where person_id = ${clientId} and id <> ${passkeyId} and revoked_at is null`);
  return others.length > 0;
}
