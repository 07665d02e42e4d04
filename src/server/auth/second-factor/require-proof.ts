import type { PasskeyResponse } from '#contract/auth/proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { readPhone } from '#server/platform/people/phone.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { proveByPasskey } from '../passkeys/verify-proof.ts';
import { guesserOf, resetGuesses } from '../count-guess.ts';
import { checkOwnPassword } from '../passwords/own-password.ts';
import { countCodeGuess, readCode } from './redeem-code.ts';

export interface Proof {
  current_password?: string | undefined;
  code?: string | undefined;
  passkey?: { attempt: string; response: PasskeyResponse } | undefined;
}

/** Uses the proof up, in the transaction of what it allows. @throws Refusal when it is no longer valid */
export type TakeProof = (tx: Tx) => Promise<void>;

/**
 * Verifies that the client, and not another person, is at the open screen: by a passkey, or by the password and a code
 * if there is a second factor.
 * @throws Refusal auth.locked, auth.current_password, auth.code; of a passkey auth.passkey_over, auth.passkey
 */
export async function prove(app: App, me: Person, { passkey, ...proof }: Proof): Promise<TakeProof> {
  if (passkey) return proveByPasskey(app, me, passkey);
  if (proof.current_password === undefined) throw refuseField('current_password', 'validation.required');
  await checkOwnPassword(app, me, proof.current_password);
  if (!me.hasSecondFactor) return async () => {};
  await countCodeGuess(app, guesserOf(me));
  const take = await readCode(app, me.id, proof.code ?? '');
  return async (tx) => {
    if (!(await take(tx))) throw refuseField('code', 'auth.code');
    await resetGuesses(tx, 'second-factor', guesserOf(me));
  };
}

/**
 * A phone number that replaces another one takes a proof: support may identify the client by it. The first one does
 * not.
 * @throws Refusal `validation.phone` on `phone`, and as `prove`
 */
export async function proveNewPhone(app: App, me: Person, phone: string | undefined, proof: Proof): Promise<TakeProof> {
  const isReplaced = phone !== undefined && readPhone(phone, me.country) !== me.phone && me.phone !== null;
  return isReplaced ? prove(app, me, proof) : async () => {};
}
