import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { openSession } from './open-session.ts';

/** The embedded trading platform. */
export function paperRoutes(app: App): void {
  handle(app, 'paper.open', ({ body }) => openSession(app, body.token));
}
