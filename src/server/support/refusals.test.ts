import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { supportEndpoints } from '#contract/support/endpoints.ts';
import { supportSettingsEndpoints } from '#contract/support/settings.ts';
import { supportStaffEndpoints } from '#contract/support/staff-endpoints.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf({ ...supportEndpoints, ...supportStaffEndpoints, ...supportSettingsEndpoints });

let server: TestServer;
let ida: Session;
let anna: Session;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  anna = await server.register({ roles: ['client', 'support'] });
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const ticket = {
  category: 'other',
  subject: 'Harbour',
  text: 'When does the harbour open, and what do I need to bring?',
};
const openTicket = async (more: object = {}, as = ida) =>
  server.call('POST /api/tickets/create', { as, body: { request_id: randomUUID(), ...ticket, ...more } });
const newTicket = async (as = ida) => (await openTicket({}, as)).body.ticket_id;
const send = (id: string, body: object, as = ida) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body });
const set = (id: string, change: Sql) => server.db.run(sql`update conversation set ${change} where id = ${id}`);
const at = (status: string) =>
  status === 'resolved' ? sql`status = 'resolved', resolved_at = ${server.clock.now()}` : sql`status = ${status}`;

meets('support.send_message', async () => {
  const id = await newTicket();
  const sent = randomUUID();
  await send(id, { id: sent, message: 'Hello' });
  await send(id, { id: randomUUID(), message: 'Hello' }, anna);
  const wrong = { message: '', recipient_id: none, files: [none] };
  return [
    () => send(none, wrong),
    () => send(id, { ...wrong, files: [] }),
    () => send(id, { ...wrong, id: sent, message: 'Bye' }),
    () => send(id, { ...wrong, message: 'Bye' }, anna),
    async () => {
      await set(id, at('closed'));
      return send(id, { message: 'Bye', files: [none] }, anna);
    },
    () => send(id, { message: 'Bye', files: [none] }),
  ];
});

meets('support.open_ticket_for', async () => {
  const gone = await server.register();
  await server.db.run(
    sql`update person set blocked_at = ${server.clock.now()}, closed_at = ${server.clock.now()} where id = ${gone.user.id}`,
  );
  const request_id = randomUUID();
  const write = (client_id: string, more: object = {}) =>
    server.call('POST /api/staff/support/open', { as: anna, body: { request_id, client_id, ...ticket, ...more } });
  await write(ida.user.id);
  return [() => write(anna.user.id), () => write(gone.user.id), () => write(ida.user.id, { subject: 'Port' })];
});

meets('support.open_ticket', async () => {
  const request_id = randomUUID();
  await openTicket({ request_id });
  const wrong = { request_id, subject: 'Another', files: [none] };
  return [
    () => openTicket({ ...wrong, link: { type: 'payment', id: none } }),
    () => openTicket(wrong),
    () => openTicket({ ...wrong, request_id: randomUUID() }),
  ];
});

meets('support.transcript', async () => {
  const id = await newTicket();
  const request = (of: string) =>
    server.call('POST /api/chat/rooms/:id/transcript', { as: ida, params: { id: of }, body: {} });
  return [() => request(none), () => request(id)];
});

meets('support.rate', async () => {
  const id = await newTicket();
  const rate = (of: string) =>
    server.call('POST /api/chat/rooms/:id/rate', { as: ida, params: { id: of }, body: { rating: 5 } });
  return [
    () => rate(none),
    () => rate(id),
    async () => {
      await set(id, at('resolved'));
      return rate(id);
    },
    async () => {
      await send(id, { message: 'It opens at eight.' }, anna);
      await set(id, at('resolved'));
      await rate(id);
      return rate(id);
    },
  ];
});

const act = (act: 'assign' | 'snooze' | 'resolve' | 'reopen', body: object) =>
  server.call(`POST /api/staff/support/${act}`, { as: anna, body });

meets('support.assign', async () => {
  const room_id = await newTicket();
  return [
    () => act('assign', { room_id: none, person_id: ida.user.id }),
    () => act('assign', { room_id, person_id: ida.user.id }),
  ];
});

meets('support.snooze', async () => {
  const room_id = await newTicket();
  const early = { until: '2020-01-01T00:00:00Z' };
  const among = async (status: string) => {
    await set(room_id, at(status));
    return act('snooze', { room_id, ...early });
  };
  return [
    () => act('snooze', { room_id: none, ...early }),
    () => among('closed'),
    () => among('resolved'),
    () => among('open'),
    async () => {
      await set(room_id, sql`reply_due_at = ${server.clock.now()}`);
      return act('snooze', { room_id, until: '2027-01-01T00:00:00Z' });
    },
  ];
});

meets('support.resolve', async () => {
  const room_id = await newTicket();
  const among = async (status: string) => {
    await set(room_id, at(status));
    return act('resolve', { room_id });
  };
  return [() => act('resolve', { room_id: none }), () => among('closed'), () => among('resolved')];
});

meets('support.reopen', async () => {
  const room_id = await newTicket();
  return [
    () => act('reopen', { room_id: none }),
    async () => {
      await set(room_id, at('closed'));
      return act('reopen', { room_id });
    },
  ];
});

meets('support.save_canned', async () => {
  const save = (body: object) => server.call('POST /api/staff/support/canned/save', { as: anna, body });
  const texts = { en: 'We are open.' };
  await save({ was: null, shortcut: 'hours', texts });
  return [
    () => save({ was: 'gone', shortcut: 'hours', texts: { en: 'Hello {none}' } }),
    () => save({ was: null, shortcut: 'hours', texts: { en: 'Hello {none}' } }),
    () => save({ was: null, shortcut: 'hours', texts }),
  ];
});

for (const name of ['support.preview_settings', 'support.save_settings'] as const) {
  meets(name, async () => {
    const { settings } = (await server.call('POST /api/staff/support/settings', { as: admin, body: {} })).body;
    const tiers = settings.tiers.map(({ tier, hours }) => ({ tier, hours: tier === 'vip' ? 900 : hours }));
    const interval = { weekday: 1, from_minute: 480, until_minute: 720 };
    const [wrong, version] = [
      { time_zone: 'Atlantis/Capital', intervals: [interval, interval], tiers },
      { version: -1 },
    ];
    const save = (body: object) =>
      server.call(supportSettingsEndpoints[name].route, {
        as: admin,
        body: { ...settings, ...body, ...(name === 'support.save_settings' && version) },
      });
    return [
      () => save(wrong),
      () => save({ ...wrong, time_zone: settings.time_zone }),
      () => save({ intervals: [], tiers }),
      () => save({ tiers }),
      ...(name === 'support.save_settings' ? [() => save({})] : []),
    ];
  });
}

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
