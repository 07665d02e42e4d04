import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { requestEmailChange, cancelEmailChange } from './request-change.ts';
import { checkEmailLink, confirmEmailChange } from './confirm-change.ts';
import { readEmailChange } from './change-request.ts';

export function emailChangeRoutes(app: App): void {
  handle(app, 'auth.email_change', async ({ me }) => ({ pending: await readEmailChange(app, me.id) }));
  handle(app, 'auth.request_email_change', ({ me, body }) => requestEmailChange(app, me, body));
  handle(app, 'auth.cancel_email_change', ({ me }) => cancelEmailChange(app, me));
  handle(app, 'auth.check_email_change', async ({ body }) => {
    const { email } = await checkEmailLink(app, app.db, body.token);
    return { email };
  });
  handle(app, 'auth.confirm_email_change', ({ me, body }) => confirmEmailChange(app, me, body.token));
}
