import { randomBytes } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { encrypt, decrypt } from '#server/platform/secrets/encryption.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';
import { auditOwnAction } from '../audit-own-action.ts';
import { afterChange } from './factors.ts';
import { prove, type Proof } from './require-proof.ts';
import { drawRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { guesserOf, resetGuesses } from '../count-guess.ts';
import { countCodeGuess } from './redeem-code.ts';
import { stepOfCode, toBase32, totpUri } from './totp.ts';

/** As long as the hash (RFC 4226, 4). */
const secretBytes = 20;

/** Creates a secret for an app, in place of one that was never confirmed. */
export async function startTotp(app: App, me: Person, proof: Proof): Promise<{ secret: string; uri: string }> {
  if (await hasTotp(app, me)) throw refuse('auth.totp_on');
  const take = await prove(app, me, proof);
  const secret = randomBytes(secretBytes);
  const encrypted = encrypt(app.config.appSecret, 'atrium authenticator secrets 1', me.id, secret);
  await app.db.tx(async (tx) => {
    await take(tx);
    const started = await tx.run(sql`
      insert into totp (person_id, secret_encrypted, created_at) values (${me.id}, ${encrypted}, ${app.clock.now()})
      on conflict (person_id) do update set secret_encrypted = excluded.secret_encrypted, created_at = excluded.created_at
      where totp.confirmed_at is null`);
    if (started === 0) throw refuse('auth.totp_on');
  });
  const shown = toBase32(secret);
  return { secret: shown, uri: totpUri(shown, me.email, app.settings.brand(me.brand).name) };
}

/** Turns the app's codes on with a first code, which proves that the app has the secret, and uses that code up. */
export async function confirmTotp(app: App, me: Person, code: string): Promise<{ recovery_codes: string[] }> {
  const { encrypted } = await findUnconfirmed(app.db, me);
  await countCodeGuess(app, guesserOf(me));
  // Before the ten hashes of the recovery codes: guesses must not occupy the queue of those who sign in.
  stepOf(app, me, encrypted, code);
  const codes = me.hasSecondFactor ? [] : await drawRecoveryCodes(me.id);
  await app.db.tx(async (tx) => {
    const row = await findUnconfirmed(tx, me);
    const step = stepOf(app, me, row.encrypted, code);
    await tx.run(sql`
      update totp set confirmed_at = ${app.clock.now()}, last_step = ${step} where person_id = ${me.id}`);
    await resetGuesses(tx, 'second-factor', guesserOf(me));
    if (codes.length > 0) await replaceRecoveryCodes(tx, app, me.id, codes);
    await afterChange(tx, app, me, 'totp_added');
    await auditOwnAction(tx, app, me, 'auth.confirm_totp');
  });
  return { recovery_codes: codes.map(({ shown }) => shown) };
}

/** @throws Refusal on `code` auth.code when it is not of this time */
function stepOf({ config, clock }: App, me: Person, encrypted: Buffer, code: string): number {
  const secret = decrypt(config.appSecret, 'atrium authenticator secrets 1', me.id, encrypted);
  const step = stepOfCode(secret, code, clock.now());
  if (step === undefined) throw refuseField('code', 'auth.code');
  return step;
}

/** @throws Refusal auth.totp_none */
async function findUnconfirmed(db: Tx | App['db'], me: Person): Promise<{ encrypted: Buffer }> {
  const row = await db.maybeOne<{ encrypted: Buffer }>(sql`
    select secret_encrypted as encrypted from totp where person_id = ${me.id} and confirmed_at is null for update`);
  if (!row) throw refuse('auth.totp_none');
  return row;
}

const hasTotp = async ({ db }: App, me: Person) =>
  (await db.rows(sql`select 1 from totp where person_id = ${me.id} and confirmed_at is not null`)).length > 0;

const hasPasskey = async (db: Tx | App['db'], me: Person) =>
  (await db.rows(sql`select 1 from passkey where person_id = ${me.id} and revoked_at is null`)).length > 0;

/** Turns the app's codes off. Staff without another factor cannot. */
export async function removeTotp(app: App, me: Person, proof: Proof): Promise<{ status: 'ok' }> {
  if (!(await hasTotp(app, me))) throw refuse('auth.totp_none');
  const mustStay = app.config.staffSecondFactor && isStaff(me);
  if (mustStay && !(await hasPasskey(app.db, me))) throw refuse('auth.second_factor_required');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const removed = await tx.run(sql`delete from totp where person_id = ${me.id}`);
    if (removed === 0) throw refuse('auth.totp_none');
    // Of two at once the second waits here, and then finds that the first has removed the passkey.
    await tx.run(sql`select from person where id = ${me.id} for no key update`);
    if (mustStay && !(await hasPasskey(tx, me))) throw refuse('auth.second_factor_required');
    await afterChange(tx, app, me, 'totp_removed');
    await auditOwnAction(tx, app, me, 'auth.remove_totp');
  });
  return { status: 'ok' };
}

/** Creates ten codes in place of the earlier ones. They leave the server here, once. */
export async function makeRecoveryCodes(app: App, me: Person, proof: Proof): Promise<{ recovery_codes: string[] }> {
  if (!me.hasSecondFactor) throw refuse('auth.second_factor_off');
  const take = await prove(app, me, proof);
  const codes = await drawRecoveryCodes(me.id);
  await app.db.tx(async (tx) => {
    await take(tx);
    await replaceRecoveryCodes(tx, app, me.id, codes);
    await afterChange(tx, app, me, 'recovery_codes_made');
    await auditOwnAction(tx, app, me, 'auth.new_recovery_codes');
  });
  return { recovery_codes: codes.map(({ shown }) => shown) };
}

interface Row {
  since: Date | null;
  left: number;
}

/** The factors besides the password. */
export async function showSecondFactor(app: App, me: Person) {
  const { since, left } = await app.db.one<Row>(sql`
    select (select confirmed_at from totp where person_id = ${me.id}) as since,
           (select count(*)::int from recovery_code where person_id = ${me.id} and used_at is null) as left`);
  return {
    on: me.hasSecondFactor,
    totp_since: since?.toISOString() ?? null,
    recovery_codes_left: left,
    required: app.config.staffSecondFactor && isStaff(me),
  };
}
