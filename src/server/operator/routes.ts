import { issueByKey } from '#server/auth/issue-autologin.ts';
import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { readAccounts } from './api/accounts.ts';
import { readClient, readClients, readVerification } from './api/clients.ts';
import { readEvents, refuseGoneEvent } from './api/events.ts';
import { readApplications, readOfferings } from './api/ipo.ts';
import { readOnePayment, readPaymentsPage } from './api/payments.ts';
import { warehouseRoutes } from './api/routes.ts';
import { openEventStreams, placeOf, wantsStream } from './api/stream-events.ts';
import { readOperationsPage, readWallets } from './api/wallets.ts';
import { createKey, operatorKeyApproval, revokeKey, rotateKey, setCallLimit, takeOverKey } from './keys/change-keys.ts';
import { keysFile } from './keys/list-file.ts';
import { listKeys } from './keys/list-keys.ts';
import { forwardToNats } from './nats/forward-events.ts';
import { operatorData } from './own-data.ts';
import { createWebhook, editWebhook, removeWebhook, rotateWebhook, switchWebhook } from './webhooks/change-webhooks.ts';
import { readDeliveries, sendAgain, testWebhook } from './webhooks/deliveries.ts';
import { webhookJobs } from './webhooks/jobs.ts';
import { deliveriesFile, webhooksFile } from './webhooks/list-files.ts';
import { listWebhooks } from './webhooks/list-webhooks.ts';
import { recordEvents } from './webhooks/record-events.ts';

/** What programs of the operator may call, and where administrators give them their keys. */
export function operatorRoutes(app: App): void {
  handle(app, 'operator.keys', ({ me }) => listKeys(app, me));
  handle(app, 'operator.keys_file', async ({ me, reply }) => sendFile(reply, await keysFile(app, me)));
  handle(app, 'operator.create_key', ({ me, body }) => createKey(app, me, body));
  handle(app, 'operator.rotate_key', ({ me, body }) => rotateKey(app, me, body));
  handle(app, 'operator.take_over_key', ({ me, body }) => takeOverKey(app, me, body));
  handle(app, 'operator.limit_key', ({ me, body }) => setCallLimit(app, me, body));
  handle(app, 'operator.revoke_key', ({ me, body }) => revokeKey(app, me, body));
  handle(app, 'operator.webhooks', () => listWebhooks(app));
  handle(app, 'operator.webhooks_file', async ({ me, reply }) => sendFile(reply, await webhooksFile(app, me)));
  handle(app, 'operator.create_webhook', ({ me, body }) => createWebhook(app, me, body));
  handle(app, 'operator.edit_webhook', ({ me, body }) => editWebhook(app, me, body));
  handle(app, 'operator.rotate_webhook', ({ me, body }) => rotateWebhook(app, me, body));
  handle(app, 'operator.switch_webhook', ({ me, body }) => switchWebhook(app, me, body));
  handle(app, 'operator.remove_webhook', ({ me, body }) => removeWebhook(app, me, body));
  handle(app, 'operator.test_webhook', ({ me, body }) => testWebhook(app, me, body));
  handle(app, 'operator.deliveries', ({ body }) => readDeliveries(app, body));
  handle(app, 'operator.deliveries_file', async ({ me, query, reply }) =>
    sendFile(reply, await deliveriesFile(app, me, query)),
  );
  handle(app, 'operator.send_again', ({ me, body }) => sendAgain(app, me, body));
  const streams = openEventStreams(app);
  handle(app, 'operator_api.events', async ({ query, program, request, reply }) => {
    if (!wantsStream(request)) return readEvents(app, query);
    await refuseGoneEvent(app, placeOf({ query, request }));
    return streams.send({ query, program, request, reply });
  });
  handle(app, 'operator_api.clients', ({ query }) => readClients(app, query));
  handle(app, 'operator_api.client', ({ params }) => readClient(app, params.id));
  handle(app, 'operator_api.verification', ({ params }) => readVerification(app, params.id));
  handle(app, 'operator_api.issue_sign_in_link', ({ program, params, key }) =>
    issueByKey(app, program, params.id, key),
  );
  handle(app, 'operator_api.accounts', ({ query }) => readAccounts(app, query));
  handle(app, 'operator_api.wallets', ({ query }) => readWallets(app, query));
  handle(app, 'operator_api.operations', ({ params, query }) => readOperationsPage(app, params.id, query));
  handle(app, 'operator_api.payments', ({ query }) => readPaymentsPage(app, query));
  handle(app, 'operator_api.payment', ({ params }) => readOnePayment(app, params.id));
  handle(app, 'operator_api.offerings', ({ query }) => readOfferings(app, query));
  handle(app, 'operator_api.applications', ({ query }) => readApplications(app, query));
  warehouseRoutes(app);
  app.approvalHandlers.add('api_key', operatorKeyApproval(app));
  recordEvents(app);
  webhookJobs(app);
  forwardToNats(app);
  app.personalData.add('activity', operatorData);
}
