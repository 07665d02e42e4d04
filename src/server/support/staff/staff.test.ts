import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const minuteMs = 60_000;

let server: TestServer;
let anna: Session;
let bo: Session;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  const remembered = async (person: Parameters<TestServer['register']>[0]) =>
    server.signIn({ email: (await server.register(person)).user.email, remember: true });
  anna = await remembered({ first_name: 'Anna', second_name: 'Holm', roles: ['client', 'support'] });
  bo = await remembered({ first_name: 'Bo', second_name: 'Lind', roles: ['client', 'support'] });
  admin = await remembered({ first_name: 'Ada', second_name: 'Roth', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const inbox = (body: object = {}, as = anna) => server.call('POST /api/staff/support/inbox', { as, body });
const room = (id: string, as = anna) => server.call('POST /api/staff/support/room', { as, body: { room_id: id } });
const assign = (body: object, as = anna) => server.call('POST /api/staff/support/assign', { as, body });
const send = (as: Session, id: string, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message } });
const input = async (message: string, person: Parameters<TestServer['register']>[0] = {}) => {
  const client = await server.register({ first_name: 'Lena', ...person });
  const { id } = (await server.call('POST /api/chat/room', { as: client, body: {} })).body;
  await send(client, id, message);
  return { client, id };
};
const codeOf = ({ status, refusal }: { status: number; refusal: { code?: string; errors?: object } }) => {
  const [errors] = Object.values((refusal.errors ?? {}) as Record<string, { code: string }[]>);
  return `${status} ${errors?.[0]?.code ?? refusal.code ?? ''}`.trim();
};
const actions = (action: string, clientId?: string) =>
  server.db.rows<{ details: Record<string, string> }>(sql`
    select details from audit_entry where action = ${action} and (${clientId ?? null}::uuid is null or client_id = ${clientId ?? null})
    order by created_at, id`);

describe('support.inbox', () => {
  it('finds word beginnings of a name, an address, a number and messages, and shows the passage', async () => {
    const { client, id } = await input('The quick Zeppelin flew over the harbour at dawn.', {
      second_name: 'Vandenberghe',
    });
    const { number } = (
      await server.call('POST /api/staff/support/convert', {
        as: anna,
        body: { room_id: id, category: 'other', subject: 'A flight' },
      })
    ).body;
    const hits = async (search: string) =>
      (await inbox({ view: 'all', search })).body.rooms.filter((found) => found.id === id).map(({ hit }) => hit);
    const text = expect.stringContaining('Zeppelin');
    expect(await hits('zepp HARB')).toEqual([text]);
    expect(await hits('vandenb')).toEqual([null]);
    expect(await hits('Lena Vanden')).toEqual([null]);
    expect(await hits(client.user.email)).toEqual([null]);
    expect(await hits(String(number))).toEqual([null]);
    expect(await hits(String(number).slice(2))).toEqual([null]);
    expect(await hits('fligh')).toEqual([null]);
    expect(await hits('zeppelinn')).toEqual([]);
    expect(await hits("'); drop table client; --")).toEqual([]);
    expect(await hits('%&|!:*()')).toEqual([]);
  });

  it('shows first what is due first, and pages through it', async () => {
    // All of one client: to register takes long, for the sake of passwords.
    const client = await server.register();
    const request = async () =>
      (
        await server.call('POST /api/tickets/create', {
          as: client,
          body: {
            request_id: randomUUID(),
            category: 'other',
            subject: 'Waiting',
            text: 'I wait, and so do all the others who have asked before me. Who comes first?',
          },
        })
      ).body.ticket_id;
    const ids: string[] = [];
    for (let n = 0; n < 55; n += 1) ids.push(await request());
    const due = new Date(server.clock.now().getTime() - minuteMs);
    const [late = ''] = ids;
    await server.db.run(sql`update conversation set reply_due_at = ${due} where id = ${late}`);
    const first = (await inbox({ view: 'waiting', sort: 'due' })).body;
    expect(first.rooms[0]?.id).toBe(late);
    expect(first.counts.due).toBeGreaterThan(0);
    const second = (await inbox({ view: 'waiting', sort: 'due', cursor: first.next_cursor })).body;
    const all = [...first.rooms, ...second.rooms];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(ids.filter((id) => !all.some((shown) => shown.id === id))).toEqual([]);
    const times = all.map(({ reply_due_at }) => reply_due_at ?? '9');
    expect(times).toEqual(times.toSorted());
    expect((await inbox({ view: 'due' })).body.rooms.map(({ id }) => id)).toContain(late);
    expect(codeOf(await inbox({ cursor: 'nonsense' }))).toBe('422 validation.identifier');
  });

  it('narrows down by language and kind', async () => {
    const { client, id } = await input('Hallo');
    await server.db.run(sql`update person set language = 'de' where id = ${client.user.id}`);
    const found = async (body: object) => (await inbox({ view: 'all', ...body })).body.rooms.map((found) => found.id);
    expect(await found({ language: 'de', kind: 'chat' })).toEqual([id]);
    expect(await found({ language: 'de', kind: 'ticket' })).toEqual([]);
  });
});

describe('support.inbox_file', () => {
  it('exports what the screen shows, without the messages, with an audit entry', async () => {
    const { id } = await input('Nobody else should read this.', { second_name: 'Ferreira' });
    await server.call('POST /api/staff/support/convert', {
      as: anna,
      body: { room_id: id, category: 'other', subject: '=HYPERLINK("x")' },
    });
    await input('Something else.');
    const file = (as: Session) =>
      server.call('GET /api/staff/support/inbox/file', { as, query: { view: 'all', search: 'ferreira' } });
    const { headers, body } = await file(anna);
    expect(headers.get('content-disposition')).toContain('conversations.csv');
    const [head, ...rows] = body.trimEnd().split('\r\n');
    expect(head).toContain('id,kind,number,subject');
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`${id},ticket,`);
    expect(rows[0]).toContain(`"'=HYPERLINK(""x"")"`);
    expect(body).not.toContain('Nobody else');
    expect(await actions('support.export_inbox')).toEqual([
      { details: { view: 'all', sort: 'latest', search: 'ferreira' } },
    ]);
    const finance = await server.register({ roles: ['client', 'finance'] });
    expect((await file(finance)).status).toBe(403);
  });
});

describe('support.staff_room', () => {
  it('records who viewed which client, once for one view', async () => {
    const { client, id } = await input('Hello');
    for (let n = 0; n < 3; n += 1) await room(id);
    await room(id, bo);
    expect(await actions('support.view', client.user.id)).toHaveLength(2);
    server.clock.advance(31 * minuteMs);
    await room(id);
    expect(await actions('support.view', client.user.id)).toHaveLength(3);
    expect((await server.call('POST /api/settings/activity', { as: client, body: {} })).body).toEqual([]);
    expect(codeOf(await room(randomUUID()))).toBe('404 http.not_found');
  });
});

describe('support.assign', () => {
  it('hands over with a note that the client does not see, once', async () => {
    const { client, id } = await input('Hello');
    await assign({ room_id: id, person_id: anna.user.id });
    const hand = { room_id: id, person_id: bo.user.id, note: 'He wants his 4111 1111 1111 1111 back.' };
    await Promise.all([assign(hand), assign(hand), assign(hand)]);
    const read = async (as: Session) =>
      (await server.call('GET /api/chat/rooms/:id/messages', { as, params: { id }, query: {} })).body.data;
    expect((await read(bo)).map(({ kind, system, message }) => system?.event ?? `${kind}: ${message}`)).toEqual([
      'text: Hello',
      'assigned',
      expect.stringMatching(/^internal_note: He wants his [•\s]+1111 back\.$/),
      'transferred',
    ]);
    expect((await read(client)).map(({ kind }) => kind)).toEqual(['text', 'system', 'system']);
    expect(
      (await actions('support.assign', client.user.id)).map(({ details }) => details['to']).filter(Boolean),
    ).toEqual([anna.user.id, bo.user.id]);
  });

  it('refuses, in this order: an unknown conversation, a caller who is not of support', async () => {
    const { client, id } = await input('Hello');
    const stranger = await server.register();
    expect(codeOf(await assign({ room_id: randomUUID(), person_id: stranger.user.id }))).toBe('404 http.not_found');
    expect(codeOf(await assign({ room_id: id, person_id: stranger.user.id }))).toBe('422 support.not_an_agent');
    expect(codeOf(await assign({ room_id: id, person_id: client.user.id }))).toBe('422 support.not_an_agent');
  });
});

describe('what is settled', () => {
  const dayMs = 24 * 60 * minuteMs;
  const resolve = (room_id: string) => server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id } });
  const snooze = (room_id: string, inMs = minuteMs) =>
    server.call('POST /api/staff/support/snooze', {
      as: anna,
      body: { room_id, until: new Date(server.clock.now().getTime() + inMs).toISOString() },
    });

  it('is resolved once, for any number of concurrent calls, and can no longer be snoozed', async () => {
    const { client, id } = await input('Hello');
    expect((await snooze(id)).body.status).toBe('snoozed');
    const replies = (await Promise.all(Array.from({ length: 5 }, () => resolve(id)))).map(codeOf);
    expect(replies.toSorted()).toEqual(['200', ...Array<string>(4).fill('409 support.settled')]);
    expect(await actions('support.resolve', client.user.id)).toHaveLength(1);
    await send(anna, id, 'It is done');
    await resolve(id);
    await server.call('POST /api/chat/rooms/:id/rate', { as: client, params: { id }, body: { rating: 5 } });
    expect(codeOf(await snooze(id))).toBe('409 support.settled');
    expect((await room(id)).body.room).toMatchObject({ status: 'resolved', rating: 5, snoozed_until: null });
  });

  it('is refused, in this order: what is not there, what is closed, what is settled, a time that is over', async () => {
    const { id } = await input('Hello');
    expect([codeOf(await resolve(randomUUID())), codeOf(await snooze(randomUUID(), -1))]).toEqual(
      Array(2).fill('404 http.not_found'),
    );
    expect(codeOf(await snooze(id, -1))).toBe('422 support.snooze_past');
    await resolve(id);
    expect([codeOf(await resolve(id)), codeOf(await snooze(id, -1))]).toEqual(Array(2).fill('409 support.settled'));
    server.clock.advance(8 * dayMs);
    await server.app.jobs.run('support.conversation_timers');
    expect([codeOf(await resolve(id)), codeOf(await snooze(id, -1))]).toEqual(Array(2).fill('409 support.closed'));
  });
});

describe('support.canned', () => {
  const save = (body: object, as = anna) => server.call('POST /api/staff/support/canned/save', { as, body });
  const list = async () => (await server.call('POST /api/staff/support/canned', { as: bo, body: {} })).body.replies;

  it('stores a reply in several languages, under its new name after a renaming, and the old one in the log', async () => {
    await save({ was: null, shortcut: 'hello', texts: { en: 'Hello {client}', de: 'Guten Tag {client}' } });
    await save({ was: 'hello', shortcut: 'greeting', texts: { en: 'Dear {client}' } });
    expect(await list()).toMatchObject([{ shortcut: 'greeting', texts: { en: 'Dear {client}' }, by: 'Anna Holm' }]);
    expect((await actions('support.save_canned')).at(-1)?.details).toEqual({
      shortcut: 'greeting',
      was: 'hello',
      before_en: 'Hello {client}',
      before_de: 'Guten Tag {client}',
      after_en: 'Dear {client}',
    });
    await server.call('POST /api/staff/support/canned/remove', { as: anna, body: { shortcut: 'greeting' } });
    expect(await list()).toEqual([]);
    expect((await actions('support.remove_canned')).at(-1)?.details).toEqual({
      shortcut: 'greeting',
      before_en: 'Dear {client}',
    });
  });

  it('refuses, in this order: one that is gone, an unknown placeholder, a shortcut that is taken', async () => {
    await save({ was: null, shortcut: 'one', texts: { en: 'One' } });
    await save({ was: null, shortcut: 'two', texts: { en: 'Two' } });
    const wrong = { en: 'Dear {customer}' };
    expect(codeOf(await save({ was: 'gone', shortcut: 'one', texts: wrong }))).toBe('404 http.not_found');
    expect(codeOf(await save({ was: 'two', shortcut: 'one', texts: wrong }))).toBe('422 support.placeholder');
    expect(codeOf(await save({ was: 'two', shortcut: 'one', texts: { en: '2' } }))).toBe('422 support.shortcut_taken');
    expect(codeOf(await save({ was: null, shortcut: 'one', texts: { en: '1' } }))).toBe('422 support.shortcut_taken');
    expect(codeOf(await save({ was: null, shortcut: 'three', texts: {} }))).toBe('422 validation.required');
    expect((await list()).map(({ texts }) => texts['en'])).toEqual(['One', 'Two']);
  });

  it('is made once, however many make it at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save({ was: null, shortcut: 'race', texts: { en: `${n}` } })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(7);
  });
});

describe('support.settings', () => {
  const read = async (as = anna) => (await server.call('POST /api/staff/support/settings', { as, body: {} })).body;
  const preview = (body: object, as = anna) => server.call('POST /api/staff/support/settings/preview', { as, body });
  const save = (body: object, as = admin) => server.call('POST /api/staff/support/settings/save', { as, body });

  it('shows the SLA of each tier', async () => {
    const { settings } = await read();
    const always = Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, from_minute: 0, until_minute: 1440 }));
    const { body } = await preview({ ...settings, intervals: always });
    const gold = body.slas.find(({ tier }) => tier === 'gold');
    const hours = settings.tiers.find(({ tier }) => tier === 'gold')?.hours ?? 0;
    expect(new Date(gold?.reply_by ?? 0).getTime() - server.clock.now().getTime()).toBe(hours * 60 * minuteMs);
    expect(body).toMatchObject({ open: true });
  });

  it('is changed by the administrator, for new requests, with an audit entry', async () => {
    const { settings, version } = await read();
    const before = await input('Before');
    const slaDue = async (id: string) => (await room(id)).body.room.reply_due_at;
    const stood = await slaDue(before.id);
    const tiers = settings.tiers.map(({ tier, hours }) => ({ tier, hours: tier === 'standard' ? 30 : hours }));
    const holidays = ['2027-01-01', '2026-12-25', '2027-01-01'];
    expect(await save({ ...settings, tiers, holidays, version }, admin)).toMatchObject({
      status: 200,
      body: { version: version + 1 },
    });
    expect(await slaDue(before.id)).toBe(stood);
    expect((await slaDue((await input('After')).id))! > stood!).toBe(true);
    const after = await read();
    expect(after.settings).toEqual({ ...settings, tiers, holidays: ['2026-12-25', '2027-01-01'] });
    expect(after.changes[0]).toMatchObject({
      by: 'Ada Roth',
      details: {
        holidays: ' → 2026-12-25, 2027-01-01',
        tiers: expect.stringMatching(/^standard 24, .* → standard 30, /),
      },
    });
    expect((await save({ ...after.settings, version: after.version })).body.version).toBe(after.version);
    expect((await read()).changes).toHaveLength(after.changes.length);
  });

  it('refuses, in this order: a zone, hours and tiers that make no sense, and settings that moved on', async () => {
    const { settings, version } = await read();
    const good = { ...settings, version };
    const overlap = [
      { weekday: 1, from_minute: 480, until_minute: 720 },
      { weekday: 1, from_minute: 700, until_minute: 800 },
    ];
    const upsideDown = settings.tiers.map(({ tier, hours }) => ({ tier, hours: tier === 'vip' ? 900 : hours }));
    const wrong = { ...good, time_zone: 'Atlantis/Capital', intervals: overlap, tiers: upsideDown, version: -1 };
    expect(codeOf(await save(wrong))).toBe('422 support.time_zone');
    expect(codeOf(await save({ ...wrong, time_zone: 'Europe/Paris' }))).toBe('422 support.hours_overlap');
    expect(codeOf(await save({ ...wrong, time_zone: 'Europe/Paris', intervals: [] }))).toBe('422 support.no_hours');
    expect(codeOf(await save({ ...good, tiers: upsideDown, version: -1 }))).toBe('422 support.tier_order');
    expect(codeOf(await save({ ...good, version: -1 }))).toBe('409 support.settings_changed');
    expect(codeOf(await save({ ...good, warn_minutes: 0 }))).toBe('422 validation.min_value');
    expect(codeOf(await save(good, anna))).toBe('403 http.forbidden');
    const races = await Promise.all([10, 11, 12].map((reopen_days) => save({ ...good, reopen_days })));
    expect(races.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(races.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});

describe('support.presence', () => {
  const beat = async (as: Session, body: object) =>
    (await server.call('POST /api/staff/support/presence', { as, body })).body.agents;
  const of = async (person: Session) => (await beat(admin, {})).find(({ id }) => id === person.user.id);

  it('shows who views which conversation, until they leave or are silent', async () => {
    const { id } = await input('Hello');
    const other = (await input('Hello too')).id;
    await beat(bo, { room_id: id, away: true });
    expect(await of(bo)).toMatchObject({ present: true, away: true, room_ids: [id] });
    await beat(bo, { room_id: other });
    await beat(bo, { room_id: randomUUID() });
    expect((await of(bo))?.room_ids.toSorted()).toEqual([id, other].toSorted());
    expect(await of(bo)).toMatchObject({ away: true });
    await beat(bo, { left_id: other, away: false });
    expect(await of(bo)).toMatchObject({ away: false, room_ids: [id] });
    server.clock.advance(2 * minuteMs);
    expect(await of(bo)).toMatchObject({ present: false, room_ids: [] });
  });
});

describe('an answer that is due', () => {
  it('is emailed to the assigned agent, unless they are present', async () => {
    const warned = async (presence?: object) => {
      const { id } = await input('Hello');
      await assign({ room_id: id, person_id: bo.user.id });
      if (presence) await server.call('POST /api/staff/support/presence', { as: bo, body: presence });
      await server.db.run(sql`
        update conversation set reply_due_at = ${new Date(server.clock.now().getTime() + 5 * minuteMs)} where id = ${id}`);
      await server.app.jobs.run('support.conversation_timers');
      return (await emailsTo(server, bo.user.email)).filter(({ links }) => links.some((link) => link.includes(id)));
    };
    expect(await warned()).toHaveLength(1);
    expect(await warned({ away: false })).toHaveLength(0);
    expect(await warned({ away: true })).toHaveLength(1);
  });
});

it('the endpoints of support staff are closed to clients and to other staff', async () => {
  const finance = await server.register({ roles: ['client', 'finance'] });
  for (const as of [finance, await server.register()])
    for (const route of [
      'canned',
      'canned/save',
      'canned/remove',
      'settings',
      'settings/preview',
      'settings/save',
      'presence',
    ] as const)
      expect([
        route,
        (await server.call(`POST /api/staff/support/${route}`, { as, body: {} as never })).status,
      ]).toEqual([route, 403]);
});
