import { randomBytes } from 'node:crypto';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { seal, unseal } from '#server/platform/encryption.ts';
import { isStaff, type Client } from '#server/platform/session.ts';
import { noteOwnAct } from '../audit-own-action.ts';
import { afterChange } from './factors.ts';
import { prove, type Proof } from './require-proof.ts';
import { drawRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { countCodeGuess, forgetCodeGuesses } from './redeem-code.ts';
import { stepOfCode, toBase32, totpUri } from './totp.ts';

/** As long as the hash (RFC 4226, 4). */
const secretBytes = 20;

/** Makes a secret for an app, in the place of one that was never confirmed. */
export async function beginTotp(app: App, me: Client, proof: Proof): Promise<{ secret: string; uri: string }> {
  if (await hasTotp(app, me)) throw refuse('auth.totp_on');
  const take = await prove(app, me, proof);
  const secret = randomBytes(secretBytes);
  const sealed = seal(app.config.appSecret, 'atrium authenticator secrets 1', me.id, secret);
  await app.db.tx(async (tx) => {
    await take(tx);
    const begun = await tx.run(sql`
      insert into totp (client_id, secret_sealed, created_at) values (${me.id}, ${sealed}, ${app.clock.now()})
      on conflict (client_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
      where totp.confirmed_at is null`);
    if (begun === 0) throw refuse('auth.totp_on');
  });
  const shown = toBase32(secret);
  return { secret: shown, uri: totpUri(shown, me.email, app.house.brand().name) };
}

/** Turns the app's codes on with a first code, which proves that the app has the secret, and uses that code up. */
export async function confirmTotp(app: App, me: Client, code: string): Promise<{ recovery_codes: string[] }> {
  await findUnconfirmed(app.db, me);
  await countCodeGuess(app, me.id);
  const codes = me.hasSecondFactor ? [] : await drawRecoveryCodes();
  await app.db.tx(async (tx) => {
    const row = await findUnconfirmed(tx, me);
    const secret = unseal(app.config.appSecret, 'atrium authenticator secrets 1', me.id, row.sealed);
    const step = stepOfCode(secret, code, app.clock.now());
    if (step === undefined) throw refuseField('code', 'auth.code');
    await tx.run(sql`
      update totp set confirmed_at = ${app.clock.now()}, last_step = ${step} where client_id = ${me.id}`);
    await forgetCodeGuesses(tx, me.id);
    if (codes.length > 0) await replaceRecoveryCodes(tx, app, me.id, codes);
    await afterChange(tx, app, me, 'totp_added');
    await noteOwnAct(tx, app, me, 'auth.confirm_totp');
  });
  return { recovery_codes: codes.map(({ shown }) => shown) };
}

/** @throws Refusal auth.totp_none */
async function findUnconfirmed(db: Tx | App['db'], me: Client): Promise<{ sealed: Buffer }> {
  const row = await db.maybeOne<{ sealed: Buffer }>(sql`
    select secret_sealed as sealed from totp where client_id = ${me.id} and confirmed_at is null for update`);
  if (!row) throw refuse('auth.totp_none');
  return row;
}

const hasTotp = async ({ db }: App, me: Client) =>
  (await db.rows(sql`select 1 from totp where client_id = ${me.id} and confirmed_at is not null`)).length > 0;

const hasPasskey = async (db: Tx | App['db'], me: Client) =>
  (await db.rows(sql`select 1 from passkey where client_id = ${me.id} and revoked_at is null`)).length > 0;

/** Turns the app's codes off. Staff who have nothing else may not. */
export async function removeTotp(app: App, me: Client, proof: Proof): Promise<{ status: 'ok' }> {
  if (!(await hasTotp(app, me))) throw refuse('auth.totp_none');
  const mustStay = app.config.staffSecondFactor && isStaff(me);
  if (mustStay && !(await hasPasskey(app.db, me))) throw refuse('auth.second_factor_required');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const removed = await tx.run(sql`delete from totp where client_id = ${me.id}`);
    if (removed === 0) throw refuse('auth.totp_none');
    // Of two at once the second waits here, and then finds that the first has removed his passkey.
    await tx.run(sql`select from client where id = ${me.id} for no key update`);
    if (mustStay && !(await hasPasskey(tx, me))) throw refuse('auth.second_factor_required');
    await afterChange(tx, app, me, 'totp_removed');
    await noteOwnAct(tx, app, me, 'auth.remove_totp');
  });
  return { status: 'ok' };
}

/** Makes ten codes in the place of the former ones. They leave the server here, once. */
export async function makeRecoveryCodes(app: App, me: Client, proof: Proof): Promise<{ recovery_codes: string[] }> {
  if (!me.hasSecondFactor) throw refuse('auth.second_factor_off');
  const take = await prove(app, me, proof);
  const codes = await drawRecoveryCodes();
  await app.db.tx(async (tx) => {
    await take(tx);
    await replaceRecoveryCodes(tx, app, me.id, codes);
    await afterChange(tx, app, me, 'recovery_codes_made');
    await noteOwnAct(tx, app, me, 'auth.new_recovery_codes');
  });
  return { recovery_codes: codes.map(({ shown }) => shown) };
}

interface Row {
  since: Date | null;
  left: number;
}

/** What is asked for besides the password. */
export async function showSecondFactor(app: App, me: Client) {
  const { since, left } = await app.db.one<Row>(sql`
    select (select confirmed_at from totp where client_id = ${me.id}) as since,
           (select count(*)::int from recovery_code where client_id = ${me.id} and used_at is null) as left`);
  return {
    on: me.hasSecondFactor,
    totp_since: since?.toISOString() ?? null,
    recovery_codes_left: left,
    required: app.config.staffSecondFactor && isStaff(me),
  };
}
