import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, giveHitBack } from '#server/platform/http/rate-limit.ts';
import { refuseField, refuseUntil } from '#server/platform/refusal.ts';
import { passwordFits } from './password-hash.ts';

/** Wrong passwords of one person at an open session, over all acts that ask for it. */
const most = { hits: 10, windowS: 900 };

/**
 * Checks the password of whoever is signed in. A guess is counted before it is looked at.
 * @returns the hash that it fits
 * @throws Refusal auth.locked, auth.current_password
 */
export async function checkOwnPassword(app: App, clientId: string, password: string): Promise<string> {
  const key = ['own-password', clientId];
  const { hits, endsInS } = await countHit(app.db, app.clock, key, most.windowS);
  if (hits > most.hits) throw refuseUntil('auth.locked', endsInS);
  const { passwordHash } = await app.db.one<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from client where id = ${clientId}`,
  );
  const fits = await passwordFits(passwordHash, password).catch(async (busy: unknown) => {
    await giveHitBack(app.db, key);
    throw busy;
  });
  if (!fits) throw refuseField('current_password', 'auth.current_password');
  await giveHitBack(app.db, key);
  return passwordHash;
}
