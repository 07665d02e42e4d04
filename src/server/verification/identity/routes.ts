import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { beginCheck } from './begin-check.ts';
import { lookUpChecks, onIdentityEvent } from './look-up.ts';
import { noteCheck } from './note-check.ts';
import { sumsub } from './sumsub/sumsub.ts';

/** Providers that identify clients; what they approve waits for staff like a document that was sent here. */
export function identityRoutes(app: App): void {
  handle(app, 'verification.begin_check', ({ me, request }) =>
    beginCheck(app, { id: me.id, country: me.country, language: request.language }),
  );
  handle(app, 'verification.note_check', ({ me, request, body, key }) =>
    noteCheck(app, { me, language: request.language, key }, body),
  );
  app.connections.add(sumsub);
  app.connections.on('identity', onIdentityEvent(app));
  app.jobs.every('verification.identity_checks', 60_000, () => lookUpChecks(app));
}
