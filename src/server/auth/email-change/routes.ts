import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { askEmailChange, takeBackEmailChange } from './request-change.ts';
import { checkEmailLink, confirmEmailChange } from './confirm-change.ts';
import { readEmailWish } from './change-request.ts';

export function emailChangeRoutes(app: App): void {
  handle(app, 'auth.email_change', async ({ me }) => ({ pending: await readEmailWish(app, me.id) }));
  handle(app, 'auth.ask_email_change', ({ me, body }) => askEmailChange(app, me, body));
  handle(app, 'auth.take_back_email_change', ({ me }) => takeBackEmailChange(app, me));
  handle(app, 'auth.check_email_change', async ({ body }) => {
    const { email } = await checkEmailLink(app, app.db, body.token);
    return { email };
  });
  handle(app, 'auth.confirm_email_change', ({ me, body }) => confirmEmailChange(app, me, body.token));
}
