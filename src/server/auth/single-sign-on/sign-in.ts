import type { Challenged, User } from '#contract/auth/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { ProvenPerson, SignInAnswer } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { completeSignIn } from '../new-device/complete-sign-in.ts';
import { challenge } from '../second-factor/challenge.ts';
import { sendSession, type Exchange } from '../start-session.ts';
import { openAttempt, takeAttempt } from './attempt.ts';
import { identify } from './identify.ts';
import { applyGroups } from './groups.ts';

/** The provider of single sign-on in use, which may be failing; there is one at most that counts. */
const providerOf = async ({ connections }: App): Promise<OpenConnection<'staff_sign_in'> | null> =>
  (await connections.openEvenFailing('staff_sign_in'))[0] ?? null;

/** What the sign-in screen of staff offers. */
export async function readOffer(app: App): Promise<{ name: string | null }> {
  return { name: (await app.connections.readSettings('staff_sign_in'))[0]?.name ?? null };
}

/**
 * Sends the browser to the provider.
 * @throws Refusal auth.sso_off, auth.sso_unavailable, auth.sso_failed
 */
export async function startStaffSignIn(app: App, exchange: Exchange): Promise<{ address: string }> {
  const provider = await providerOf(app);
  if (!provider) throw refuse('auth.sso_off');
  const attempt = await openAttempt(app, exchange, provider.id);
  const begun = await provider.port.begin(attempt);
  if (begun.kind === 'unknown') throw refuse('auth.sso_unavailable');
  if (begun.kind === 'refused') throw refuse('auth.sso_failed');
  return { address: begun.value };
}

/**
 * Signs in the member of staff whom the provider names. It replaces the password alone: the second factor follows, and
 * what needs a proof asks for one of Atrium.
 * @throws Refusal as `auth.finish_staff_sign_in` lists them
 */
export async function finishStaffSignIn(
  app: App,
  exchange: Exchange,
  answer: SignInAnswer,
): Promise<{ token: string; user: User } | Challenged> {
  const attempt = await takeAttempt(app, exchange.request, answer.state);
  const provider = await providerOf(app);
  if (provider?.id !== attempt.connectionId) throw refuse('auth.sso_over');
  const found = await provider.port.finish(answer, attempt);
  if (found.kind === 'unknown') throw refuse('auth.sso_unavailable');
  if (found.kind === 'refused') throw refuse('auth.sso_failed');
  const started = await app.db.tx((tx) => signIn(tx, app, exchange, provider, found.value));
  if (!started) throw refuse('auth.sso_role');
  return 'challenge' in started ? started : sendSession(app, exchange, started);
}

/** @returns undefined for a person who has lost all roles, which is to last */
async function signIn(
  tx: Tx,
  app: App,
  exchange: Exchange,
  provider: OpenConnection<'staff_sign_in'>,
  proven: ProvenPerson,
) {
  const member = await identify(tx, app, provider, proven);
  const { rules } = provider.port;
  if (!(await applyGroups(tx, app, member, { rules, groups: proven.groups, provider: provider.name })))
    return undefined;
  const staffSignInId = newId();
  await tx.run(sql`
    insert into staff_sign_in (id, identity_id, sid, created_at)
    values (${staffSignInId}, ${member.identityId}, ${proven.sid}, ${app.clock.now()})`);
  await signNewRow(tx, app.config, 'staff_sign_in', sql`g.id = ${staffSignInId}`);
  const who = { clientId: member.id, remember: false, staffSignInId };
  const { needsSecondStep } = await tx.one<{ needsSecondStep: boolean }>(sql`
    select second_factor_at is not null as "needsSecondStep" from person where id = ${member.id}`);
  return needsSecondStep ? challenge(tx, app, who) : completeSignIn(tx, app, exchange, { ...who, isProven: false });
}
