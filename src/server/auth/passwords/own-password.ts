import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuseField, refuseUntil } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { countGuess, giveGuessBack, guesserOf } from '../count-guess.ts';
import { passwordFits } from '../password-hash.ts';

/**
 * Checks the password of the signed-in person. Wrong ones count over all actions that require it, before
 * the check.
 * @returns the hash that it fits
 * @throws Refusal auth.locked, auth.current_password
 */
export async function checkOwnPassword(app: App, me: Person, password: string): Promise<string> {
  const guesser = guesserOf(me);
  const over = await countGuess(app, 'own-password', guesser);
  if (over) throw refuseUntil('auth.locked', over.endsInS);
  const { passwordHash } = await app.db.one<{ passwordHash: string }>(
    sql`select password_hash as "passwordHash" from person where id = ${me.id}`,
  );
  const fits = await passwordFits(passwordHash, password).catch(async (busy: unknown) => {
    await giveGuessBack(app, 'own-password', guesser);
    throw busy;
  });
  if (!fits) throw refuseField('current_password', 'auth.current_password');
  await giveGuessBack(app, 'own-password', guesser);
  return passwordHash;
}
