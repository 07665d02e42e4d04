import type { User } from '#contract/auth.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { answerSession, beginSession, type Exchange } from './begin-session.ts';
import { countGuess, forgetGuesses } from './lock-out.ts';
import { hashPassword, isOutdated, passwordFits } from './password-hash.ts';

interface Found {
  id: string;
  passwordHash: string;
  blocked: boolean;
}

/** Signs in. Unknown e-mail, wrong password and blocked client answer alike, after the same work. */
export async function logIn(
  app: App,
  exchange: Exchange,
  body: { email: string; password: string; remember?: boolean | undefined },
): Promise<{ token: string; user: User }> {
  const guess = { email: body.email, address: exchange.request.ip };
  await countGuess(app, guess);
  const found = await app.db.maybeOne<Found>(sql`
    select id, password_hash as "passwordHash", blocked_at is not null as blocked from client where email = ${body.email}`);
  const fits = await passwordFits(found?.passwordHash, body.password);
  if (!found || !fits || found.blocked) throw refuse('auth.credentials');
  await forgetGuesses(app, guess);
  if (isOutdated(found.passwordHash)) await strengthen(app, found, body.password);
  const session = await app.db.tx((tx) =>
    beginSession(tx, app, exchange, { clientId: found.id, remember: body.remember ?? false }),
  );
  return answerSession(app, exchange, session);
}

/** A hash of older settings is replaced while the password is at hand, unless it was changed meanwhile. */
async function strengthen(app: App, found: Found, password: string): Promise<void> {
  const fresh = await hashPassword(password);
  await app.db.run(
    sql`update client set password_hash = ${fresh} where id = ${found.id} and password_hash = ${found.passwordHash}`,
  );
}
