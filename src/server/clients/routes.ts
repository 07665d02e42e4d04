import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { listActivity } from './list-activity.ts';
import { listLooks } from './list-looks.ts';
import { activityData } from './own-data/activity.ts';
import { askForData } from './own-data/ask.ts';
import { sendData } from './own-data/send.ts';
import { checkPin, readPinState } from './pin/check-pin.ts';
import { makePin } from './pin/make-pin.ts';
import { pinData } from './pin/own-data.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { saveDisplay } from './save-display.ts';
import { saveProfile } from './save-profile.ts';
import { clientsFile, searchClients } from './search-clients.ts';
import { setLevel } from './set-level.ts';

export function clientsRoutes(app: App): void {
  handle(app, 'clients.save_profile', ({ me, body }) => saveProfile(app, me, body));
  handle(app, 'clients.save_display', ({ me, body }) => saveDisplay(app, me, body));
  handle(app, 'clients.activity', ({ me, request }) => listActivity(app, me, request.language));
  handle(app, 'clients.looks', ({ me }) => listLooks(app, me.id));
  handle(app, 'clients.search', ({ me, body }) => searchClients(app, me, body));
  handle(app, 'clients.file', async ({ me, query, reply }) => sendFile(reply, await clientsFile(app, me, query)));
  handle(app, 'clients.set_level', ({ me, body }) => setLevel(app, me, body));
  handle(app, 'clients.reset_second_factor', ({ me, body }) => resetSecondFactor(app, me, body));
  handle(app, 'clients.ask_data', ({ me, request, body }) => askForData(app, me, request, body));
  handle(app, 'clients.send_data', ({ params, query, ...call }) => sendData(app, { ...call, ...params, ...query }));
  app.personalData.add('activity', activityData);
}
