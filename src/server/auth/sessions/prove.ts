import type { App } from '#server/platform/app.ts';
import { markProven } from '#server/platform/session/change.ts';
import type { Person } from '#server/platform/session/session.ts';
import { prove, type Proof } from '../second-factor/require-proof.ts';

/**
 * Stores a proof for the session, for calls that require a recent one and carry none of their own.
 * @throws Refusal as `prove`
 */
export async function proveSession(app: App, me: Person, proof: Proof): Promise<{ status: 'ok' }> {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await markProven(tx, app, me.sessionId);
  });
  return { status: 'ok' };
}
