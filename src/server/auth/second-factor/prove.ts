import type { PasskeyAnswer } from '#contract/proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { proveByPasskey } from '../passkeys/prove.ts';
import { passwordFits } from '../password-hash.ts';
import { countCodeGuess, forgetCodeGuesses, readCode } from './take-code.ts';

export interface Proof {
  current_password?: string | undefined;
  code?: string | undefined;
  passkey?: { attempt: string; answer: PasskeyAnswer } | undefined;
}

/** Uses the proof up, in the transaction of what it allows. @throws Refusal when it is worth nothing by then */
type TakeProof = (tx: Tx) => Promise<void>;

/**
 * Whether it is the client himself and not somebody at his open screen: a passkey, or his password, and a code where he
 * has a second factor.
 * @throws Refusal auth.current_password, auth.locked, auth.code; of a passkey auth.passkey_over, auth.passkey
 */
export async function prove(app: App, me: Client, { passkey, ...proof }: Proof): Promise<TakeProof> {
  if (passkey) return proveByPasskey(app, me, passkey);
  if (proof.current_password === undefined) throw refuseField('current_password', 'validation.required');
  const { passwordHash } = await app.db.one<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from client where id = ${me.id}`,
  );
  if (!(await passwordFits(passwordHash, proof.current_password)))
    throw refuseField('current_password', 'auth.current_password');
  if (!me.hasSecondFactor) return async () => {};
  await countCodeGuess(app, me.id);
  const take = await readCode(app, me.id, proof.code ?? '');
  return async (tx) => {
    if (!(await take(tx))) throw refuseField('code', 'auth.code');
    await forgetCodeGuesses(tx, me.id);
  };
}
