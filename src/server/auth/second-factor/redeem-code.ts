import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, forgetHits } from '#server/platform/http/rate-limit.ts';
import { refuseUntil } from '#server/platform/refusal.ts';
import { isGenuine } from '#server/platform/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/row-macs.ts';
import { unseal } from '#server/platform/encryption.ts';
import { passwordFits } from '../password-hash.ts';
import { tell } from './notify.ts';
import { splitCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

const most = { hits: 10, windowS: 900 };

const keyOf = (clientId: string) => ['second-factor', clientId];

/**
 * Counts a guess at a client's second factor before it is looked at. Whoever may guess has the password, so the limit
 * is the client's, from wherever it comes; at the first guess beyond it he is told.
 * @throws Refusal auth.locked
 */
export async function countCodeGuess(app: App, clientId: string): Promise<void> {
  const { hits, endsInS } = await countHit(app.db, app.clock, keyOf(clientId), most.windowS);
  if (hits <= most.hits) return;
  if (hits === most.hits + 1) await app.db.tx((tx) => tell(tx, app, clientId, 'codes_guessed'));
  throw refuseUntil('auth.locked', endsInS);
}

export async function forgetCodeGuesses(tx: Tx, clientId: string): Promise<void> {
  await forgetHits(tx, keyOf(clientId));
}

/** Uses a code up, in the transaction of what it allows. False when it is wrong, or was used. */
export type TakeCode = (tx: Tx) => Promise<boolean>;

const never: TakeCode = async () => false;

/** Looks at a code of the app, or at a recovery code. Whether it fits shows only when it is taken. */
export async function readCode(app: App, clientId: string, code: string): Promise<TakeCode> {
  return /^\d{6}$/.test(code) ? (tx) => takeTotp(tx, app, clientId, code) : readRecoveryCode(app, clientId, code);
}

/** Of a time step, and of those before it, one code is taken once: a code that was looked over is worth nothing. */
async function takeTotp(tx: Tx, { config, clock }: App, clientId: string, code: string): Promise<boolean> {
  const row = await tx.maybeOne<{ sealed: Buffer }>(sql`
    select secret_sealed as sealed from totp where client_id = ${clientId} and confirmed_at is not null`);
  const secret = row && unseal(config.appSecret, 'atrium authenticator secrets 1', clientId, row.sealed);
  const step = stepOfCode(secret ?? Buffer.alloc(20), code, clock.now());
  if (!secret || step === undefined) return false;
  const taken = await tx.run(sql`
    update totp set last_step = ${step} where client_id = ${clientId} and last_step < ${step}`);
  return taken === 1;
}

async function readRecoveryCode(app: App, clientId: string, code: string): Promise<TakeCode> {
  const parts = splitCode(code);
  const row =
    parts &&
    (await app.db.maybeOne<RowMac & { hash: string }>(sql`
      select r.hash, ${macColumns('recovery_code')} from recovery_code r
      where r.client_id = ${clientId} and r.label = ${parts.label} and r.used_at is null`));
  const hash = row && isGenuine(app, 'recovery_code', clientId, row) ? row.hash : undefined;
  if (!(await passwordFits(hash, parts?.rest ?? ''))) return never;
  return async (tx) => {
    const taken = await tx.run(sql`
      update recovery_code set used_at = ${app.clock.now()}
      where client_id = ${clientId} and label = ${parts?.label} and used_at is null`);
    if (taken === 0) return false;
    await tell(tx, app, clientId, 'recovery_code_used');
    return true;
  };
}
