import type { App } from '#server/platform/app.ts';
import { clearBinding, readBinding } from '#server/platform/http/security/binding-cookie.ts';
import { revokeSessions, revokeSessionBoundTo, type Person } from '#server/platform/session/session.ts';
import type { Exchange } from '../start-session.ts';

/**
 * Ends the session, if there is one; otherwise the response is the same. A browser that has lost its bearer token still
 * has the cookie, which is enough to end the session, though not to use it.
 */
export async function logOut(app: App, { request, reply }: Exchange, me: Person | null): Promise<{ status: 'ok' }> {
  const binding = readBinding(request);
  if (me) {
    await revokeSessions(app.db, app.clock, { clientId: me.id, only: me.sessionId });
    app.realtime.readmit(me.id);
  } else if (binding) {
    const personId = await revokeSessionBoundTo(app, binding);
    if (personId) app.realtime.readmit(personId);
  }
  clearBinding(request, reply);
  return { status: 'ok' };
}
