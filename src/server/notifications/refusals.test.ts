import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsEndpoints } from '#contract/notifications/endpoints.ts';
import { pushEndpoints } from '#contract/notifications/push.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startPushService } from '#test/external-services/push.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const { meets, unmet } = refusalsOf({ ...notificationsEndpoints, ...pushEndpoints });

let server: TestServer;
let off: TestServer;
let ida: Session;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  server = await startServer();
  off = await startServer({ env: { PUSH: '0' } });
  service = await startPushService();
  ida = await server.register();
});
afterAll(() => Promise.all([server.close(), off.close(), service.close()]));

const silent = { channel: 'email', enabled: false };
meets('notifications.set_preference', () => [
  () => server.call('POST /api/notifications/preferences', { as: ida, body: { group: 'security', ...silent } }),
]);
meets('notifications.set_kind_preference', () => [
  () => server.call('POST /api/notifications/preferences/kind', { as: ida, body: { kind: 'margin_call', ...silent } }),
]);

meets('push.subscribe', async () => {
  const body = { ...service.subscribe(), endpoint: 'https://10.0.0.1/x', detailed: false };
  const subscribe = async (at: TestServer) => at.call('POST /api/push/subscribe', { as: await at.register(), body });
  return [() => subscribe(off), () => subscribe(server)];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
