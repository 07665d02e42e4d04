import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { storeEmailPassword } from '../email/password.ts';
import { sendTestEmail } from '../email/test-email.ts';
import { addPicture } from '../pictures.ts';
import { checkFilledIn } from './check-filled-in.ts';
import { finishSetup } from './finish.ts';
import { checkLink } from './link.ts';
import { showSetup } from './show-setup.ts';

/** The setup of a new installation. Each call starts with the link. */
export function setupRoutes(app: App): void {
  handle(app, 'setup.show', async ({ body, request }) => showSetup(app, await checkLink(app, request, body.token)));
  handle(app, 'setup.add_picture', async ({ body, request }) => {
    await checkLink(app, request, body.token);
    return addPicture(app, body.picture);
  });
  handle(app, 'setup.store_email_password', async ({ body: { token, ...password }, request }) => {
    await checkLink(app, request, token);
    return storeEmailPassword(app, password);
  });
  handle(app, 'setup.test_email', async ({ body, request }) => {
    await checkLink(app, request, body.token);
    const { email: to, server } = body;
    return sendTestEmail(app, { to, server, language: request.language });
  });
  handle(app, 'setup.check', async ({ body: { token, ...filledIn }, request }) => {
    await checkLink(app, request, token);
    await checkFilledIn(app, filledIn);
    return { status: 'ok' };
  });
  handle(app, 'setup.finish', async (call) => {
    const { token, ...filledIn } = call.body;
    await checkLink(app, call.request, token);
    return finishSetup(app, call, token, filledIn);
  });
}
