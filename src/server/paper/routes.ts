import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { openSession } from './open-session.ts';
import { endTerminalSessions, traderOf } from './terminal-session.ts';

/** The embedded trading platform. */
export function paperRoutes(app: App): void {
  handle(app, 'paper.open', ({ body, request, reply }) => openSession(app, body.token, { request, reply }));
  handle(app, 'paper.sign_out', async ({ request }) => {
    await endTerminalSessions(app, await traderOf(app, request));
    return { status: 'ok' };
  });
  app.outbox.on('auth.password_changed', ({ clientId }) => endTerminalSessions(app, { clientId }));
}
