import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { passwordFits } from '../password-hash.ts';
import { countCodeGuess, forgetCodeGuesses, readCode, type TakeCode } from './take-code.ts';

export interface Proof {
  current_password: string;
  code?: string | undefined;
}

/**
 * Whether it is the client himself and not somebody at his open screen: his password, and a code where he has a second
 * factor. The code is used up by `take`, in the transaction of what it allows.
 * @throws Refusal auth.current_password, auth.locked, auth.code
 */
export async function prove(app: App, me: Client, proof: Proof): Promise<TakeCode> {
  const { passwordHash } = await app.db.one<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from client where id = ${me.id}`,
  );
  if (!(await passwordFits(passwordHash, proof.current_password)))
    throw refuseField('current_password', 'auth.current_password');
  if (!me.hasSecondFactor) return async () => true;
  await countCodeGuess(app, me.id);
  const take = await readCode(app, me.id, proof.code ?? '');
  return async (tx) => {
    if (!(await take(tx))) throw refuseField('code', 'auth.code');
    await forgetCodeGuesses(tx, me.id);
    return true;
  };
}
