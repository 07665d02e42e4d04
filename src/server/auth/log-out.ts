import type { App } from '#server/platform/app.ts';
import { clearBinding } from '#server/platform/http/binding-cookie.ts';
import { revokeSessions, type Client } from '#server/platform/session.ts';
import type { Exchange } from './begin-session.ts';

/** Ends the session, if there is one; whoever has none is signed out all the same. */
export async function logOut(app: App, { request, reply }: Exchange, me: Client | null): Promise<{ status: 'ok' }> {
  if (me) await revokeSessions(app.db, app.clock, { clientId: me.id, only: me.sessionId });
  clearBinding(request, reply);
  return { status: 'ok' };
}
