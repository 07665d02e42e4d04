import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseUntil } from '#server/platform/refusal.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { decrypt } from '#server/platform/secrets/encryption.ts';
import { countGuess, type Guesser } from '../count-guess.ts';
import { passwordFits } from '../password-hash.ts';
import { notify } from './notify.ts';
import { splitCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/**
 * Counts a guess at a client's second factor before the check. The guesser already has the password, so the limit is
 * per client, from any address; the first guess beyond it notifies the client.
 * @throws Refusal auth.locked
 */
export async function countCodeGuess(app: App, guesser: Guesser): Promise<void> {
  const over = await countGuess(app, 'second-factor', guesser);
  if (!over) return;
  if (over.isFirst) await app.db.tx((tx) => notify(tx, app, guesser.clientId, 'codes_guessed'));
  throw refuseUntil('auth.locked', over.endsInS);
}

/** Uses a code up, in the transaction of what it allows. False when it is wrong, or was used. */
export type TakeCode = (tx: Tx) => Promise<boolean>;

const never: TakeCode = async () => false;

/** Reads a code of the app, or a recovery code. Only taking it shows whether it is right. */
export async function readCode(app: App, clientId: string, code: string): Promise<TakeCode> {
  return /^\d{6}$/.test(code) ? (tx) => takeTotp(tx, app, clientId, code) : readRecoveryCode(app, clientId, code);
}

/** One code is accepted per time step, and none of an earlier step: an observed code is worthless. */
async function takeTotp(tx: Tx, { config, clock }: App, clientId: string, code: string): Promise<boolean> {
  const row = await tx.maybeOne<{ encrypted: Buffer }>(sql`
    select secret_encrypted as encrypted from totp where person_id = ${clientId} and confirmed_at is not null`);
  const secret = row && decrypt(config.appSecret, 'atrium authenticator secrets 1', clientId, row.encrypted);
  const step = stepOfCode(secret ?? Buffer.alloc(20), code, clock.now());
  if (!secret || step === undefined) return false;
  const taken = await tx.run(sql`
    update totp set last_step = ${step} where person_id = ${clientId} and last_step < ${step}`);
  return taken === 1;
}

async function readRecoveryCode(app: App, clientId: string, code: string): Promise<TakeCode> {
  const parts = splitCode(code);
  const row =
    parts &&
    (await app.db.maybeOne<RowMac & { hash: string }>(sql`
      select r.hash, ${macColumns('recovery_code')} from recovery_code r
      where r.person_id = ${clientId} and r.label = ${parts.label} and r.used_at is null`));
  const hash = row && isGenuine(app, 'recovery_code', clientId, row) ? row.hash : undefined;
  if (!(await passwordFits(hash, parts?.rest ?? ''))) return never;
  return async (tx) => {
    const taken = await tx.run(sql`
      update recovery_code set used_at = ${app.clock.now()}
      where person_id = ${clientId} and label = ${parts?.label} and used_at is null`);
    if (taken === 0) return false;
    await notify(tx, app, clientId, 'recovery_code_used');
    return true;
  };
}
