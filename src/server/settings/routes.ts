import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { refuse } from '#server/platform/refusal.ts';
import { changeProtected } from './change-protected.ts';
import { settingApproval } from './apply-change.ts';
import { historyFile, settingsFile } from './list-files.ts';
import { purgeEmailPasswords, storeEmailPassword } from './email/password.ts';
import { sendTestEmail } from './email/test-email.ts';
import { addFont, sendFont } from './fonts.ts';
import { addPicture, sendPicture } from './pictures.ts';
import { readHistory, readSettings } from './read-settings.ts';
import { saveSetting } from './save-setting.ts';
import { secondsOf } from './approvers.ts';
import { stopApproval } from './stop-approval.ts';
import { setupRoutes } from './setup/routes.ts';

/** The routes of the operator's settings. */
export function settingsRoutes(app: App): void {
  handle(app, 'settings.list', () => readSettings(app));
  handle(app, 'settings.history', ({ body }) => readHistory(app, body));
  handle(app, 'settings.list_file', async ({ me, reply }) => sendFile(reply, await settingsFile(app, me)));
  handle(app, 'settings.history_file', async ({ me, query, reply }) =>
    sendFile(reply, await historyFile(app, me, query)),
  );
  handle(app, 'settings.save', ({ me, body }) => saveSetting(app, me.id, body));
  handle(app, 'settings.approvers', async ({ me }) => {
    const { needed, approvers } = await secondsOf(app, app.db, me.id, app.clock.now());
    return { approver_needed: needed, approvers: approvers.length };
  });
  handle(app, 'settings.change_protected', ({ me, body }) => changeProtected(app, me, body));
  handle(app, 'settings.stop_approval', ({ me, body }) => stopApproval(app, me, body.reason));
  handle(app, 'settings.store_email_password', ({ body }) => storeEmailPassword(app, body));
  handle(app, 'settings.test_email', ({ me, body: { server }, request: { language } }) => {
    if (app.settings.isGiven('email.server')) throw refuse('settings.given');
    return sendTestEmail(app, { to: me.email, server, language });
  });
  handle(app, 'settings.add_picture', ({ body }) => addPicture(app, body.picture));
  handle(app, 'settings.add_font', ({ body }) => addFont(app, body.font));
  handle(app, 'settings.brand_file', ({ params: { file }, reply }) =>
    file.endsWith('.png') ? sendPicture(app, file, reply) : sendFont(app, file, reply),
  );
  app.jobs.every('settings.purge_email_passwords', 3_600_000, () => purgeEmailPasswords(app));
  app.approvalHandlers.add('setting', settingApproval(app));
  setupRoutes(app);
}
