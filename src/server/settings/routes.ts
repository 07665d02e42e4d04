import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { refuse } from '#server/platform/refusal.ts';
import { changeGuarded } from './change-protected.ts';
import { settingForce } from './apply-change.ts';
import { historyFile, settingsFile } from './list-files.ts';
import { forgetMailPasswords, keepMailPassword } from './email/password.ts';
import { sendTestMail } from './email/test-email.ts';
import { addPicture, sendPicture } from './pictures.ts';
import { readHistory, readSettings } from './read-settings.ts';
import { saveSetting } from './save-setting.ts';
import { secondsOf } from './approvers.ts';
import { setupRoutes } from './setup/routes.ts';

/** How the house is set. */
export function houseRoutes(app: App): void {
  handle(app, 'house.settings', () => readSettings(app));
  handle(app, 'house.history', ({ body }) => readHistory(app, body));
  handle(app, 'house.settings_file', async ({ me, reply }) => sendFile(reply, await settingsFile(app, me)));
  handle(app, 'house.history_file', async ({ me, query, reply }) => sendFile(reply, await historyFile(app, me, query)));
  handle(app, 'house.save_setting', ({ me, body }) => saveSetting(app, me.id, body));
  handle(app, 'house.second', async ({ me }) => {
    const { needed, confirmers } = await secondsOf(app, app.db, me.id, app.clock.now());
    return { second_needed: needed, confirmers: confirmers.length };
  });
  handle(app, 'house.change_guarded', ({ me, body }) => changeGuarded(app, me, body));
  handle(app, 'house.keep_mail_password', ({ body }) => keepMailPassword(app, body));
  handle(app, 'house.test_mail', ({ me, body: { server }, request: { language } }) => {
    if (app.house.isGiven('mail.server')) throw refuse('house.given');
    return sendTestMail(app, { to: me.email, server, language });
  });
  handle(app, 'house.add_picture', ({ body }) => addPicture(app, body.picture));
  handle(app, 'house.picture', ({ params, reply }) => sendPicture(app, params.file, reply));
  app.jobs.every('house.forget_mail_passwords', 3_600_000, () => forgetMailPasswords(app));
  app.matters.add('setting', settingForce(app));
  setupRoutes(app);
}
