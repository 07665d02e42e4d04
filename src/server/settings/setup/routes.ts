import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { keepMailPassword } from '../email/password.ts';
import { sendTestMail } from '../email/test-email.ts';
import { addPicture } from '../pictures.ts';
import { checkFilledIn } from './check-filled-in.ts';
import { finishSetup } from './finish.ts';
import { checkLink } from './link.ts';
import { lookAtSetup } from './show-setup.ts';

/** How a fresh house is set up. Each call begins with the link. */
export function setupRoutes(app: App): void {
  handle(app, 'setup.look', async ({ body, request }) => lookAtSetup(app, await checkLink(app, request, body.token)));
  handle(app, 'setup.add_picture', async ({ body, request }) => {
    await checkLink(app, request, body.token);
    return addPicture(app, body.picture);
  });
  handle(app, 'setup.keep_mail_password', async ({ body: { token, ...password }, request }) => {
    await checkLink(app, request, token);
    return keepMailPassword(app, password);
  });
  handle(app, 'setup.test_mail', async ({ body, request }) => {
    await checkLink(app, request, body.token);
    const { email: to, server } = body;
    return sendTestMail(app, { to, server, language: request.language });
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
