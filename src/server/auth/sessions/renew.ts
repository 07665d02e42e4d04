import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { areGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { setBinding } from '#server/platform/http/security/binding-cookie.ts';
import { refuse } from '#server/platform/refusal.ts';
import { joinedMacColumns, macColumns, type TwoMacs } from '#server/platform/secrets/row-macs.ts';
import { isOpenChallenge, isSignedBy } from '#server/platform/session/key.ts';
import { replaceBinding } from '#server/platform/session/change.ts';
import { deviceOf } from '#server/platform/session/session.ts';
import { anyHashOf } from '#server/platform/secrets/token.ts';
import type { Exchange } from '../start-session.ts';

interface Renewing extends TwoMacs {
  id: string;
  clientId: string;
  bindingHash: Buffer;
  publicKey: Buffer;
}

/**
 * Replaces the short-lived half of a session and admits the network of the call, for a caller with the bearer token who signs the challenge with the key
 * that was registered at sign-in. The old half is not required: the response that carried it may have been lost.
 * @throws Refusal `http.unauthenticated`, `auth.renewal_stale`
 */
export async function renewSession(
  app: App,
  { request, reply }: Exchange,
  { challenge, signature }: { challenge: string; signature: string },
): Promise<{ status: 'ok' }> {
  const now = app.clock.now();
  const [, bearer = ''] = (request.headers.authorization ?? '').split(' ');
  const renewal = await app.db.tx(async (tx) => {
    const session = await tx.maybeOne<Renewing>(sql`
    select s.id, s.person_id as "clientId", s.binding_hash as "bindingHash", s.public_key as "publicKey", ${macColumns('session')}, ${joinedMacColumns('person')}
    from session s join person c on c.id = s.person_id
    where s.token_hash = ${anyHashOf(app.config, 'session', bearer)} and s.public_key is not null
      and s.revoked_at is null and s.expires_at > ${now} and c.blocked_at is null and c.frozen_at is null
    for no key update of s`);
    if (!session || !areGenuine(app, session, ['session', session.id], ['person', session.clientId]))
      throw refuse('http.unauthenticated');
    // Another tab has renewed it, or the signature came too late.
    if (!isOpenChallenge(app.config, app.clock, session, challenge)) throw refuse('auth.renewal_stale');
    if (!isSignedBy(session.publicKey, challenge, Buffer.from(signature, 'base64url')))
      throw refuse('http.unauthenticated');
    return replaceBinding(tx, app, { sessionId: session.id, device: deviceOf(request) });
  });
  if (!renewal) throw refuse('http.unauthenticated');
  setBinding(request, reply, renewal.binding, renewal.maxAgeS);
  return { status: 'ok' };
}
