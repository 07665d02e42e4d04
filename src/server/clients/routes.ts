import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { listActivity } from './list-activity.ts';
import { listFileAccesses } from './list-file-accesses.ts';
import { requestClosure } from './closure/request-closure.ts';
import { closeDueAccounts } from './closure/close-account.ts';
import { cancelClosureOf, cancelFrozenClosure, cancelOwnClosure, reopen } from './closure/cancel-closure.ts';
import { closureData } from './closure/own-data.ts';
import { readClosure, readClosureOf } from './closure/closure-request.ts';
import { activityData } from './own-data/activity.ts';
import { changeEmail, emailApproval } from './correct/change-email.ts';
import { correctPerson } from './correct/correct-person.ts';
import { setCountry } from './correct/set-country.ts';
import { requestDataExport } from './own-data/request-export.ts';
import { sendData } from './own-data/send-export.ts';
import { checkPin, readPinState } from './pin/check-pin.ts';
import { makePin } from './pin/make-pin.ts';
import { pinData } from './pin/own-data.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { saveDisplay } from './save-display.ts';
import { saveProfile } from './save-profile.ts';
import { clientsFile, searchClients } from './search-clients.ts';
import { levelApproval, setLevel } from './set-level.ts';

export function clientsRoutes(app: App): void {
  handle(app, 'clients.save_profile', ({ me, body }) => saveProfile(app, me, body));
  handle(app, 'clients.save_display', ({ me, body }) => saveDisplay(app, me, body));
  handle(app, 'clients.activity', ({ me, request }) => listActivity(app, me, request.language));
  handle(app, 'clients.access_log', ({ me }) => listFileAccesses(app, me.id));
  handle(app, 'clients.search', ({ me, body }) => searchClients(app, me, body));
  handle(app, 'clients.file', async ({ me, query, reply }) => sendFile(reply, await clientsFile(app, me, query)));
  handle(app, 'clients.set_level', ({ me, body }) => setLevel(app, me, body));
  handle(app, 'clients.reset_second_factor', ({ me, body }) => resetSecondFactor(app, me, body));
  handle(app, 'clients.change_email', ({ me, body }) => changeEmail(app, me, body));
  handle(app, 'clients.correct_person', ({ me, body }) => correctPerson(app, me, body));
  handle(app, 'clients.set_country', ({ me, body }) => setCountry(app, me, body));
  handle(app, 'clients.request_data_export', ({ me, request, body }) => requestDataExport(app, me, request, body));
  handle(app, 'clients.download_data_export', ({ params, query, ...call }) =>
    sendData(app, { ...call, ...params, ...query }),
  );
  handle(app, 'clients.closure_pending', ({ me }) => readClosure(app, me));
  handle(app, 'clients.request_closure', ({ me, body }) => requestClosure(app, me, body));
  handle(app, 'clients.cancel_closure', ({ me }) => cancelOwnClosure(app, me));
  handle(app, 'clients.closure_of', ({ body }) => readClosureOf(app, body.client_id));
  handle(app, 'clients.cancel_closure_of', ({ me, body }) => cancelClosureOf(app, me, body));
  handle(app, 'clients.reopen', ({ me, body }) => reopen(app, me, body));
  handle(app, 'clients.make_pin', ({ me }) => makePin(app, me));
  handle(app, 'clients.pin_state', ({ body }) => readPinState(app, body.client_id));
  handle(app, 'clients.check_pin', ({ me, body }) => checkPin(app, me, body));
  app.outbox.on('auth.frozen', ({ clientId }) => cancelFrozenClosure(app, clientId));
  app.jobs.every('clients.close', 60_000, () => closeDueAccounts(app));
  app.approvalHandlers.add('level', levelApproval(app));
  app.approvalHandlers.add('email', emailApproval(app));
  app.personalData.add('activity', activityData);
  app.personalData.add('profile', closureData);
  app.personalData.add('support', pinData);
}
