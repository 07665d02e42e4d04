import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { ApiKey } from '#server/platform/secrets/api-key.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { clientState } from '#server/platform/people/client-state.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { callByKey } from '#server/platform/session/program-write.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';
import { anyHashOf, sign } from '#server/platform/secrets/token.ts';
import { issueToken } from './one-time-token.ts';
import { prove, type Proof } from './second-factor/require-proof.ts';

interface Target {
  id: string;
  language: Language;
  email: string;
  roles: Person['roles'];
  state: string;
  brand: string | null;
}

interface SignInLink {
  link: string;
  expires_at: string;
}

/**
 * Issues a link that signs a client in once, to a member of staff with a proof.
 * @throws Refusal as `prove`, `auth.client_unknown` on `client_id`, and as `giveLink`
 */
export async function issueAutologin(
  app: App,
  me: Person,
  { client_id: clientId, reason, ...proof }: { client_id: string; reason: string } & Proof,
): Promise<SignInLink> {
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const target = await findTarget(tx, clientId);
    if (!target) throw refuseField('client_id', 'auth.client_unknown');
    const { token, expiresAt } = await giveLink(app, tx, target, { by: me.id, details: { reason } });
    return linkOf(app, target, token, expiresAt);
  });
}

/**
 * The same for a program of the operator. The secret is derived from the key and the idempotency key, so a program that
 * lost the response gets the same link again, and no other.
 * @throws Refusal `http.not_found`, `http.idempotency_mismatch`, and as `giveLink`
 */
export async function issueByKey(app: App, key: ApiKey, clientId: string, intent: string): Promise<SignInLink> {
  const action = 'operator_api.issue_sign_in_link';
  const { appSecret, formerSecret } = app.config;
  const secretOf = (by: string) => sign(by, action, `${key.id} ${intent}`);
  const secret = secretOf(appSecret);
  return app.db.tx(async (tx) => {
    const target = await findTarget(tx, clientId);
    if (!target) throw notFound();
    const call = callByKey(action, { program: key, key: intent, body: { clientId } });
    await runIdempotent(app, tx, call, async () => {
      await giveLink(app, tx, target, { by: key.createdBy, key, secret, details: { key: key.name } });
      return clientId;
    });
    // A call from before APP_SECRET was replaced: its link opens as long as the former secret is known.
    for (const each of formerSecret === undefined ? [secret] : [secret, secretOf(formerSecret)]) {
      const link = await tx.maybeOne<{ expiresAt: Date }>(sql`
        select expires_at as "expiresAt" from one_time_token where hash = ${anyHashOf(app.config, 'one-time link', each)}`);
      if (link) return linkOf(app, target, each, link.expiresAt);
    }
    throw refuse('http.idempotency_mismatch');
  });
}

const findTarget = (tx: Tx, id: string) =>
  tx.maybeOne<Target>(sql`
    select c.id, c.language, c.email, c.roles, c.brand, ${clientState} as state from person c where c.id = ${id}`);

interface Issuer {
  /** The responsible member of staff. */
  by: string;
  key?: ApiKey;
  secret?: string;
  details: AuditDetails;
}

/**
 * Writes the audit entry and notifies the client.
 * @throws Refusal `auth.autologin_staff`, `auth.autologin_state` for a client who could not sign in with it
 */
async function giveLink(app: App, tx: Tx, target: Target, { by, key, secret, details }: Issuer) {
  const { id: clientId, email } = target;
  if (isStaff(target)) throw refuse('auth.autologin_staff');
  if (target.state !== 'active') throw refuse('auth.autologin_state');
  const issued = await issueToken(tx, app, {
    purpose: 'autologin',
    clientId,
    email,
    issuedBy: by,
    ...(key && { keyId: key.id }),
    ...(secret && { secret }),
    lifetimeMs: tokenLifetimeMs.autologin,
  });
  await writeAudit(tx, app.clock, { actorId: by, clientId, action: 'auth.autologin_issued', details });
  const at = app.clock.now().toISOString();
  await app.outbox.emit(tx, 'auth.autologin_issued', { clientId, by: key ? 'program' : 'staff', at });
  return issued;
}

const linkOf = ({ settings }: App, { language, brand }: Target, token: string, expiresAt: Date): SignInLink => ({
  link: `${settings.brand(brand).url}/${language}/autologin/${token}`,
  expires_at: expiresAt.toISOString(),
});
