import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { prove, type Proof } from './second-factor/require-proof.ts';

/**
 * Takes a proof for the session, for what asks for a recent one and carries none of its own.
 * @throws Refusal as `prove`
 */
export async function proveSession(app: App, me: Client, proof: Proof): Promise<{ status: 'ok' }> {
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await tx.run(
      sql`update session set proven_at = ${app.clock.now()} where id = ${me.sessionId} and revoked_at is null`,
    );
  });
  return { status: 'ok' };
}
