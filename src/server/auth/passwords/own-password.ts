import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, giveHitBack } from '#server/platform/http/limits/rate-limit.ts';
import { refuseField, refuseUntil } from '#server/platform/refusal.ts';
import { passwordFits } from '../password-hash.ts';

/** Wrong passwords of one person in an open session, over all actions that require it. */
const max = { hits: 10, windowS: 900 };

/**
 * Checks the password of the signed-in person. A guess is counted before the check.
 * @returns the hash that it fits
 * @throws Refusal auth.locked, auth.current_password
 */
export async function checkOwnPassword(app: App, clientId: string, password: string): Promise<string> {
  const key = ['own-password', clientId];
  const { hits, endsInS } = await countHit(app.db, app.clock, key, max.windowS);
  if (hits > max.hits) throw refuseUntil('auth.locked', endsInS);
  const { passwordHash } = await app.db.one<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from person where id = ${clientId}`,
  );
  const fits = await passwordFits(passwordHash, password).catch(async (busy: unknown) => {
    await giveHitBack(app.db, key);
    throw busy;
  });
  if (!fits) throw refuseField('current_password', 'auth.current_password');
  await giveHitBack(app.db, key);
  return passwordHash;
}
