import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { unsubscribeToken } from './unsubscribe.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer({ at: new Date('2026-03-02T21:00:00Z') })));
afterAll(() => server.close());

/** An event that is not urgent: the client's tier changes. */
async function rise({ user }: Session, to: 'silver' | 'gold' = 'silver'): Promise<void> {
  await server.db.tx((tx) =>
    server.app.outbox.emit(tx, 'portfolio.tier_changed', { clientId: user.id, from: 'standard', to, on: '2026-03-02' }),
  );
  await server.drain();
}

const list = async (as: Session, body = {}) =>
  (await server.call('POST /api/notifications', { as, body, language: 'en' })).body.notifications;
const unread = async (as: Session) => (await server.call('GET /api/notifications/unread', { as })).body.count;
const tierEmails = async ({ user }: Session) =>
  (await emailsTo(server, user.email)).filter(({ subject }) => /tier/i.test(subject));
const choose = (as: Session, group: string, channel: string, enabled: boolean) =>
  server.call('POST /api/notifications/preferences', { as, body: { group, channel, enabled } });
const storeKindPreference = (as: Session, kind: string, channel: string, enabled: boolean) =>
  server.call('POST /api/notifications/preferences/kind', { as, body: { kind, channel, enabled } });
const storedPreferences = async (as: Session, language: 'en' | 'de' = 'en') =>
  (await server.call('GET /api/notifications/settings', { as, language })).body.events;
/** Which kinds are turned on for one channel. */
const enabled = async (as: Session, channel: string) =>
  Object.fromEntries(
    (await storedPreferences(as)).map(({ kind, channels }) => [
      kind,
      channels.find((each) => each.channel === channel)?.enabled,
    ]),
  );
const setHours = (as: Session, body: object) => server.call('POST /api/notifications/hours', { as, body });

describe('the bell', () => {
  it('notifies once, in the language of the reader, and counts until it is read', async () => {
    const ida = await server.register();
    await rise(ida);
    await server.db.run(
      sql`update outbox set delivered_at = null, next_attempt_at = '-infinity' where name = 'portfolio.tier_changed'`,
    );
    await server.drain();
    const [first, ...rest] = await list(ida);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ kind: 'tier_risen', group: 'news', path: '/investor', read: false });
    expect(first?.title).toContain('Silver');
    const german = await server.call('POST /api/notifications', { as: ida, body: {}, language: 'de' });
    expect(german.body.notifications[0]?.text).not.toBe(first?.text);
    expect(await unread(ida)).toBe(1);
    const read = () =>
      server.call('POST /api/notifications/read', { as: ida, body: { notification_id: first?.id ?? '' } });
    expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
    expect(await unread(ida)).toBe(0);
  });

  it('cannot be read by another person', async () => {
    const [ida, ben] = [await server.register(), await server.register()];
    await rise(ida);
    const [own] = await list(ida);
    const read = (id: string) =>
      server.call('POST /api/notifications/read', { as: ben, body: { notification_id: id } });
    const [foreign, none] = [await read(own?.id ?? ''), await read(randomUUID())];
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'http.not_found']);
    expect({ ...foreign.refusal, request_id: '' }).toEqual({ ...none.refusal, request_id: '' });
    await server.call('POST /api/notifications/read-all', { as: ben, body: {} });
    expect(await list(ben)).toEqual([]);
    expect(await unread(ida)).toBe(1);
  });

  it('pages by cursor, by group, and by what is unread', async () => {
    const ida = await server.register();
    for (let n = 0; n < 31; n++) await rise(ida, n % 2 ? 'gold' : 'silver');
    const { body: page } = await server.call('POST /api/notifications', { as: ida, body: {} });
    expect(page.notifications).toHaveLength(30);
    expect(await list(ida, { cursor: page.next_cursor })).toHaveLength(1);
    expect(await list(ida, { group: 'money' })).toEqual([]);
    await server.call('POST /api/notifications/read-all', { as: ida, body: { group: 'news' } });
    expect(await list(ida, { unread: true })).toEqual([]);
  });
});

describe('the preferences of a person', () => {
  it('takes effect at once: no email, but still the bell', async () => {
    const ida = await server.register();
    expect((await choose(ida, 'news', 'email', false)).status).toBe(200);
    await rise(ida);
    expect(await tierEmails(ida)).toEqual([]);
    expect(await unread(ida)).toBe(1);
  });

  it('cannot turn off security notifications, or those of money that is taken back', async () => {
    const ida = await server.register();
    for (const channel of ['bell', 'email', 'push']) {
      expect((await choose(ida, 'security', channel, false)).refusal.code).toBe('notifications.always');
      for (const kind of ['password_changed', 'deposit_charged_back', 'margin_call', 'sign_in_code'])
        expect((await storeKindPreference(ida, kind, channel, false)).refusal.code).toBe('notifications.always');
    }
    const fixed = (await storedPreferences(ida)).filter(({ channels }) => channels.some((each) => each.fixed));
    expect(fixed.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['password_changed', 'deposit_charged_back']));
    expect(fixed.flatMap(({ channels }) => channels).every((each) => each.enabled)).toBe(true);
    expect((await storeKindPreference(ida, 'no_such_kind', 'email', false)).status).toBe(422);
  });

  it('can be set for one event, and it wins over its group until the group is set again', async () => {
    const ida = await server.register();
    await storeKindPreference(ida, 'tier_risen', 'email', false);
    expect(await enabled(ida, 'email')).toMatchObject({ tier_risen: false, tier_fallen: true });
    expect((await enabled(ida, 'bell'))['tier_risen']).toBe(true);
    await rise(ida);
    expect([await unread(ida), await tierEmails(ida)]).toEqual([1, []]);
    await choose(ida, 'news', 'email', false);
    await storeKindPreference(ida, 'tier_risen', 'email', true);
    expect(await enabled(ida, 'email')).toMatchObject({ tier_risen: true, tier_fallen: false });
    await rise(ida, 'gold');
    expect(await tierEmails(ida)).toHaveLength(1);
    await choose(ida, 'news', 'email', true);
    expect(await enabled(ida, 'email')).toMatchObject({ tier_risen: true, tier_fallen: true });
    await storeKindPreference(ida, 'tier_risen', 'email', false);
    await choose(ida, 'news', 'email', false);
    expect(await enabled(ida, 'email')).toMatchObject({
      tier_risen: false,
      tier_fallen: false,
      deposit_credited: true,
    });
  });

  it('stores choices for groups that were made before there were kinds to choose', async () => {
    const ida = await server.register();
    await server.db.run(sql`insert into notification_preference values (${ida.user.id}, 'news', 'email', false)`);
    expect(await enabled(ida, 'email')).toMatchObject({
      tier_risen: false,
      tier_fallen: false,
      deposit_credited: true,
    });
    await rise(ida);
    expect(await tierEmails(ida)).toEqual([]);
  });

  it('belong to one person, and can be set for many kinds at once', async () => {
    const [ida, ben] = [await server.register(), await server.register()];
    const many = [true, false, true, false, false].flatMap((preference) => [
      storeKindPreference(ida, 'tier_risen', 'email', preference),
      choose(ida, 'news', 'email', preference),
    ]);
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 200));
    await storeKindPreference(ida, 'tier_risen', 'email', false);
    const stored = await server.db.rows(sql`
      select kind, enabled from notification_kind_preference where person_id = ${ida.user.id}`);
    expect(stored).toEqual([{ kind: 'tier_risen', enabled: false }]);
    expect((await enabled(ben, 'email'))['tier_risen']).toBe(true);
  });

  it('drops held notifications only if they are turned off', async () => {
    const ida = await server.register();
    await setHours(ida, { time_zone: 'UTC', quiet: null, digest: true });
    await rise(ida);
    await storeKindPreference(ida, 'tier_fallen', 'email', false);
    const held = () =>
      server.db.one<{ state: string }>(sql`
        select d.state from notification n join notification_delivery d on d.notification_id = n.id and d.channel = 'email'
        where n.person_id = ${ida.user.id} and n.kind = 'tier_risen'`);
    expect((await held()).state).toBe('held');
    await storeKindPreference(ida, 'tier_risen', 'email', false);
    expect((await held()).state).toBe('suppressed');
  });

  it("name events in the reader's language, and the operator's events to staff only", async () => {
    const [ida, adam] = [await server.register(), await server.register({ roles: ['client', 'admin'] })];
    const names = async (as: Session, language: 'en' | 'de') =>
      Object.fromEntries((await storedPreferences(as, language)).map(({ kind, title }) => [kind, title]));
    expect(await names(ida, 'en')).toMatchObject({
      tier_risen: 'Tier upgrade',
      deposit_credited: 'Your deposit was credited',
    });
    expect((await names(ida, 'de'))['tier_risen']).toBe('Höhere Kundenstufe');
    expect(Object.keys(await names(ida, 'en'))).not.toContain('approval_requested');
    expect(Object.keys(await names(adam, 'en'))).toContain('approval_requested');
  });

  it('holds an email back in quiet hours, and sends it once when they end, however many instances run', async () => {
    const ida = await server.register();
    await setHours(ida, { time_zone: 'Europe/Berlin', quiet: { from: '21:30', to: '07:00' }, digest: false });
    await rise(ida);
    expect(await tierEmails(ida)).toEqual([]);
    await server.app.jobs.run('notifications.release');
    expect(await tierEmails(ida)).toEqual([]);
    server.clock.advance(9 * 3_600_000);
    await Promise.all([1, 2, 3].map(() => server.app.jobs.run('notifications.release')));
    expect(await tierEmails(ida)).toHaveLength(1);
  });

  it('combines emails once a day', async () => {
    const ida = await server.register();
    await setHours(ida, { time_zone: 'UTC', quiet: null, digest: true });
    await rise(ida);
    await rise(ida, 'gold');
    server.clock.advance(27 * 3_600_000);
    await Promise.all([1, 2].map(() => server.app.jobs.run('notifications.release')));
    const summaries = (await emailsTo(server, ida.user.email)).filter(({ subject }) => subject.startsWith('2 '));
    expect(summaries).toHaveLength(1);
    expect(summaries[0]?.plain).toMatch(/• .*Silver[\s\S]*• .*Gold/);
  });

  it('refuses hours that are none', async () => {
    const ida = await server.register();
    const wrong = [
      { time_zone: 'Middle/Earth', quiet: null, digest: false },
      { time_zone: 'UTC', quiet: { from: '07:00', to: '07:00' }, digest: false },
      { time_zone: 'UTC', quiet: { from: '24:00', to: '07:00' }, digest: false },
    ];
    for (const body of wrong) expect((await setHours(ida, body)).status).toBe(422);
  });
});

describe('a link to unsubscribe', () => {
  const linkOf = async (person: Session) => {
    await rise(person);
    const link = (await tierEmails(person))[0]?.links.find((each) => each.includes('/unsubscribe/')) ?? '';
    return link.slice(link.lastIndexOf('/') + 1);
  };
  const end = (token: string, more = {}) =>
    server.call('POST /:lang/unsubscribe/:token', {
      params: { lang: 'en', token },
      form: true,
      body: { 'List-Unsubscribe': 'One-Click', ...more },
    });
  const ofRise = { what: 'kind', group: 'news', title: 'Tier upgrade' };

  it('turns nothing off when it is opened, and does by one POST without a session', async () => {
    const ida = await server.register();
    const token = await linkOf(ida);
    const look = () => server.call('GET /api/unsubscribe/:token', { params: { token }, language: 'en' });
    expect((await look()).body).toEqual({ ...ofRise, ended: false });
    expect((await look()).body.ended).toBe(false);
    expect((await end(token)).body).toEqual({ ...ofRise, ended: true });
    expect((await end(token)).status).toBe(200);
    expect((await look()).body.ended).toBe(true);
    const before = await tierEmails(ida);
    await rise(ida, 'gold');
    expect(await tierEmails(ida)).toHaveLength(before.length);
    expect(await enabled(ida, 'email')).toMatchObject({ tier_risen: false, tier_fallen: true });
  });

  it('unsubscribes from its whole group if the reader chooses that', async () => {
    const ida = await server.register();
    const token = await linkOf(ida);
    expect((await end(token, { whole_group: 'true' })).body).toEqual({
      what: 'group',
      group: 'news',
      title: null,
      ended: true,
    });
    expect(await enabled(ida, 'email')).toMatchObject({
      tier_risen: false,
      tier_fallen: false,
      deposit_credited: true,
    });
  });

  it('for a group, as older emails have it, or for all, still works', async () => {
    const ida = await server.register();
    const look = (token: string) => server.call('GET /api/unsubscribe/:token', { params: { token } });
    const ofGroup = unsubscribeToken(server.app.config, ida.user.id, 'news');
    expect((await look(ofGroup)).body).toEqual({ what: 'group', group: 'news', title: null, ended: false });
    expect((await end(ofGroup)).body.ended).toBe(true);
    expect((await look(ofGroup)).body.ended).toBe(true);
    expect(await enabled(ida, 'email')).toMatchObject({
      tier_risen: false,
      tier_fallen: false,
      deposit_credited: true,
    });
    const ofAll = unsubscribeToken(server.app.config, ida.user.id, 'all');
    expect((await look(ofAll)).body).toEqual({ what: 'all', group: null, title: null, ended: false });
    await end(ofAll);
    expect(await enabled(ida, 'email')).toMatchObject({
      deposit_credited: false,
      ipo_allotted: false,
      margin_call: true,
    });
  });

  it('rejects the link for another person or another group, and a forged link', async () => {
    const [ida, ben] = [await server.register(), await server.register()];
    const [id = '', what = '', signed = ''] = (await linkOf(ida)).split('.');
    const forged = [
      `${ben.user.id}.${what}.${signed}`,
      `${id}.money.${signed}`,
      `${id}.news.${signed}`,
      `${id}.tier_fallen.${signed}`,
      `${id}.all.${signed}`,
      unsubscribeToken(server.app.config, id, 'password_changed'),
      unsubscribeToken(server.app.config, id, 'security'),
      `${id}.${what}.${signed.slice(0, -1)}`,
      `${id}.${what}`,
      `${id}.${what}.${signed}.x`,
      'x',
    ];
    for (const token of forged) {
      const response = await end(token);
      expect([response.status, response.refusal.code]).toEqual([404, 'http.not_found']);
    }
    const both = [ida.user.id, ben.user.id];
    const preferences = await server.db.rows(sql`
      select person_id from notification_preference where person_id = any(${both}::uuid[])
      union all select person_id from notification_kind_preference where person_id = any(${both}::uuid[])`);
    expect(preferences).toEqual([]);
  });
});

describe('the log of staff', () => {
  it('shows the state of each, finds a client, and contains no secret', async () => {
    const staff = await server.register({ roles: ['client', 'support'] });
    const ida = await server.register({ first_name: 'Idalia' });
    await choose(ida, 'news', 'email', false);
    await rise(ida);
    const { body } = await server.call('POST /api/staff/email-log', { as: staff, body: { search: 'idalia' } });
    expect(body.deliveries.map(({ kind, channel, state, reason }) => [kind, channel, state, reason])).toEqual([
      ['tier_risen', 'bell', 'sent', null],
      ['tier_risen', 'email', 'suppressed', 'choice'],
      ['welcome', 'email', 'sent', null],
    ]);
    const file = await server.call('GET /api/staff/email-log/file', { as: staff, query: { search: 'idalia' } });
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.body.split('\r\n')).toHaveLength(5);
    expect(file.body).not.toMatch(/http|token|[\w-]{43}/);
    const taken = await server.db.rows(sql`select details from audit_entry where action = 'notifications.export_log'`);
    expect(taken).toEqual([{ details: { search: 'idalia' } }]);
  });

  it.each(['client', 'finance'] as const)('is closed to %s', async (role) => {
    const person = await server.register({ roles: ['client', role] });
    expect((await server.call('POST /api/staff/email-log', { as: person, body: {} })).status).toBe(403);
    expect((await server.call('GET /api/staff/email-log/file', { as: person })).status).toBe(403);
  });
});

it('stores notifications for the retention period of the settings', async () => {
  const ida = await server.register();
  await rise(ida);
  server.clock.advance(366 * 86_400_000);
  await server.app.jobs.run('notifications.purge');
  expect(await server.db.rows(sql`select from notification where person_id = ${ida.user.id}`)).toEqual([]);
});
