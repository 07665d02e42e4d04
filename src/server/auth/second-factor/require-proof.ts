import type { PasskeyAnswer } from '#contract/proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { readPhone } from '#server/platform/phone.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { proveByPasskey } from '../passkeys/verify-proof.ts';
import { checkOwnPassword } from '../own-password.ts';
import { countCodeGuess, forgetCodeGuesses, readCode } from './redeem-code.ts';

export interface Proof {
  current_password?: string | undefined;
  code?: string | undefined;
  passkey?: { attempt: string; answer: PasskeyAnswer } | undefined;
}

/** Uses the proof up, in the transaction of what it allows. @throws Refusal when it is worth nothing by then */
export type TakeProof = (tx: Tx) => Promise<void>;

/**
 * Whether it is the client himself and not somebody at his open screen: a passkey, or his password, and a code where he
 * has a second factor.
 * @throws Refusal auth.locked, auth.current_password, auth.code; of a passkey auth.passkey_over, auth.passkey
 */
export async function prove(app: App, me: Client, { passkey, ...proof }: Proof): Promise<TakeProof> {
  if (passkey) return proveByPasskey(app, me, passkey);
  if (proof.current_password === undefined) throw refuseField('current_password', 'validation.required');
  await checkOwnPassword(app, me.id, proof.current_password);
  if (!me.hasSecondFactor) return async () => {};
  await countCodeGuess(app, me.id);
  const take = await readCode(app, me.id, proof.code ?? '');
  return async (tx) => {
    if (!(await take(tx))) throw refuseField('code', 'auth.code');
    await forgetCodeGuesses(tx, me.id);
  };
}

/**
 * A phone number that stands in for another takes a proof: support may recognise the client by it. The first one does not.
 * @throws Refusal `validation.phone` on `phone`, and as `prove`
 */
export async function proveNewPhone(app: App, me: Client, phone: string | undefined, proof: Proof): Promise<TakeProof> {
  const isReplaced = phone !== undefined && readPhone(phone, me.country) !== me.phone && me.phone !== null;
  return isReplaced ? prove(app, me, proof) : async () => {};
}
