import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closureEndpoints } from '#contract/clients/closure.ts';
import { clientCorrectionEndpoints } from '#contract/clients/corrections.ts';
import { clientsEndpoints } from '#contract/clients/endpoints.ts';
import { ownDataEndpoints } from '#contract/clients/own-data.ts';
import { supportPinEndpoints } from '#contract/clients/support-pin.ts';
import { dataFetchMs } from '#contract/kernel/constants.ts';
import { closingOn } from '#test/compliance/closure.ts';
import { decide, declared, send } from '#test/compliance/verification.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { asker } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit } from '#test/money/wallet.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf({
  ...clientsEndpoints,
  ...clientCorrectionEndpoints,
  ...closureEndpoints,
  ...ownDataEndpoints,
  ...supportPinEndpoints,
});

let server: TestServer;
let carla: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  carla = await server.register({ roles: ['client', 'compliance'] });
  ida = await server.register();
});
afterAll(() => server.close());

const { request, store: cancel } = closingOn(() => server);

meets(
  'clients.save_profile',
  async () => {
    const known = await declared(server);
    await decide(server, carla, known, await send(server, known, 'identity'), { decision: 'approve' });
    const save = (more: object) =>
      server.call('POST /api/settings/profile', {
        as: known,
        body: { first_name: 'Other', second_name: 'Name', ...more },
      });
    return [
      () => save({ phone: '+1 555' }),
      () => save({ phone: '+49301234567', current_password: 'wrong' }),
      () => save({}),
    ];
  },
  ofOtherProofs,
);

meets('clients.sign_out', async () => {
  const { user } = await server.register({ roles: ['client', 'support'] });
  const signOut = (client_id: string) =>
    server.call('POST /api/staff/clients/sign-out', { as: carla, body: { client_id, reason: 'Phone stolen' } });
  return [() => signOut(none), () => signOut(carla.user.id), () => signOut(user.id)];
});

meets(
  'clients.set_level',
  () => {
    const set = (client_id: string, level: number, current_password = carla.password) =>
      server.call('POST /api/staff/clients/level', {
        as: carla,
        body: { client_id, level, reason: 'Seen in person', current_password },
      });
    return [
      () => set(carla.user.id, 2, 'wrong'),
      () => set(none, 2, 'wrong'),
      () => set(none, 2),
      async () => {
        await set(ida.user.id, 2);
        return set(ida.user.id, 1);
      },
    ];
  },
  ofOtherProofs,
);

meets(
  'clients.request_closure',
  async () => {
    const leo = await server.register();
    await deposit(server.db, leo.user.id, 1n, server.clock.now());
    const wrong = { gives_up_remainders: false, current_password: 'wrong' };
    return [
      () => request(carla, wrong),
      () => request(leo, wrong),
      () => request(leo, { current_password: 'wrong' }),
      async () => {
        await request(leo);
        return request(leo);
      },
    ];
  },
  ofOtherProofs,
);

meets('clients.cancel_closure', () => [() => cancel(ida)]);

for (const [name, code] of [
  ['clients.cancel_closure_of', 'cancel'],
  ['clients.reopen', 'reopen'],
] as const) {
  meets(name, () => {
    const act = (client_id: string) =>
      server.call(`POST /api/staff/clients/closure/${code}`, { as: carla, body: { client_id, reason: 'As agreed' } });
    return [() => act(none), () => act(ida.user.id)];
  });
}

meets(
  'clients.check_pin',
  async () => {
    const sven = await server.register({ roles: ['client', 'support'] });
    const check = (client_id: string) =>
      server.call('POST /api/staff/clients/pin/check', { as: sven, body: { client_id, pin: '000000' } });
    const shown = async (): Promise<string> => {
      const { pin } = (await asker(server)('POST /api/settings/pin', ida, {})).body;
      return pin === '000000' ? shown() : pin;
    };
    return [
      () => check(none),
      () => check(sven.user.id),
      () => check(ida.user.id),
      async () => {
        await shown();
        return check(ida.user.id);
      },
    ];
  },
  ['clients.pin_paused'],
);

meets(
  'clients.request_data_export',
  () => [() => server.call('POST /api/settings/data-export', { as: ida, body: { current_password: 'wrong' } })],
  ofOtherProofs,
);

meets('clients.download_data_export', async () => {
  const { body } = await server.call('POST /api/settings/data-export', {
    as: ida,
    body: { current_password: ida.password },
  });
  const download = (id: string) =>
    server.call('GET /api/settings/data-export/:id', { as: ida, params: { id }, query: { format: 'json' } });
  return [
    () => download(none),
    async () => {
      await server.storeSessions();
      server.clock.advance(dataFetchMs);
      return download(body.id);
    },
  ];
});

it('leaves none unmet but those that have tests of their own, in the same order', () =>
  expect(unmet()).toEqual([
    'clients.reset_second_factor',
    'clients.change_email',
    'clients.set_country',
    'clients.correct_person',
  ]));
