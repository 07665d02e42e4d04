import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { mailsTo } from '#test/mailbox.ts';
import { unsubscribeToken } from './unsubscribe.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer({ at: new Date('2026-03-02T21:00:00Z') })));
afterAll(() => server.close());

/** Something that is not urgent: his tier has changed. */
async function rise({ user }: Session, to: 'silver' | 'gold' = 'silver'): Promise<void> {
  await server.db.tx((tx) =>
    server.app.outbox.emit(tx, 'portfolio.tier_changed', { clientId: user.id, from: 'standard', to, on: '2026-03-02' }),
  );
  await server.drain();
}

const list = async (as: Session, body = {}) =>
  (await server.call('POST /api/notifications', { as, body, language: 'en' })).body.notifications;
const unread = async (as: Session) => (await server.call('GET /api/notifications/unread', { as })).body.count;
const tierMails = async ({ user }: Session) =>
  (await mailsTo(server, user.email)).filter(({ subject }) => /tier/i.test(subject));
const choose = (as: Session, group: string, channel: string, wanted: boolean) =>
  server.call('POST /api/notifications/choose', { as, body: { group, channel, wanted } });
const chooseKind = (as: Session, kind: string, channel: string, wanted: boolean) =>
  server.call('POST /api/notifications/choose-kind', { as, body: { kind, channel, wanted } });
const wishes = async (as: Session, language: 'en' | 'de' = 'en') =>
  (await server.call('GET /api/notifications/settings', { as, language })).body.events;
/** Whether something is told, by kind; of one channel. */
const wanted = async (as: Session, channel: string) =>
  Object.fromEntries(
    (await wishes(as)).map(({ kind, channels }) => [kind, channels.find((each) => each.channel === channel)?.wanted]),
  );
const setHours = (as: Session, body: object) => server.call('POST /api/notifications/hours', { as, body });

describe('the bell', () => {
  it('tells once, in the language of the reader, and counts until it is read', async () => {
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

  it('is nobody else’s', async () => {
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

describe('what somebody wishes', () => {
  it('counts from then on: no mail, but still the bell', async () => {
    const ida = await server.register();
    expect((await choose(ida, 'news', 'mail', false)).status).toBe(200);
    await rise(ida);
    expect(await tierMails(ida)).toEqual([]);
    expect(await unread(ida)).toBe(1);
  });

  it('cannot be to hear nothing of security, or of what takes money back', async () => {
    const ida = await server.register();
    for (const channel of ['bell', 'mail', 'push']) {
      expect((await choose(ida, 'security', channel, false)).refusal.code).toBe('notifications.always');
      for (const kind of ['password_changed', 'deposit_charged_back', 'margin_called', 'sign_in_code'])
        expect((await chooseKind(ida, kind, channel, false)).refusal.code).toBe('notifications.always');
    }
    const fixed = (await wishes(ida)).filter(({ channels }) => channels.some((each) => each.fixed));
    expect(fixed.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['password_changed', 'deposit_charged_back']));
    expect(fixed.flatMap(({ channels }) => channels).every((each) => each.wanted)).toBe(true);
    expect((await chooseKind(ida, 'no_such_kind', 'mail', false)).status).toBe(422);
  });

  it('is of one event, whatever holds for its group, until that is chosen anew', async () => {
    const ida = await server.register();
    await chooseKind(ida, 'tier_risen', 'mail', false);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: false, tier_fallen: true });
    expect((await wanted(ida, 'bell'))['tier_risen']).toBe(true);
    await rise(ida);
    expect([await unread(ida), await tierMails(ida)]).toEqual([1, []]);
    await choose(ida, 'news', 'mail', false);
    await chooseKind(ida, 'tier_risen', 'mail', true);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: true, tier_fallen: false });
    await rise(ida, 'gold');
    expect(await tierMails(ida)).toHaveLength(1);
    await choose(ida, 'news', 'mail', true);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: true, tier_fallen: true });
    await chooseKind(ida, 'tier_risen', 'mail', false);
    await choose(ida, 'news', 'mail', false);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: false, tier_fallen: false, deposit_credited: true });
  });

  it('keeps what was chosen of groups before there were events to choose about', async () => {
    const ida = await server.register();
    await server.db.run(sql`insert into notification_choice values (${ida.user.id}, 'news', 'mail', false)`);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: false, tier_fallen: false, deposit_credited: true });
    await rise(ida);
    expect(await tierMails(ida)).toEqual([]);
  });

  it('is nobody else’s, and one choice of many at once', async () => {
    const [ida, ben] = [await server.register(), await server.register()];
    const many = [true, false, true, false, false].flatMap((wish) => [
      chooseKind(ida, 'tier_risen', 'mail', wish),
      choose(ida, 'news', 'mail', wish),
    ]);
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(many.map(() => 200));
    await chooseKind(ida, 'tier_risen', 'mail', false);
    const kept = await server.db.rows(sql`
      select kind, wanted from notification_kind_choice where person_id = ${ida.user.id}`);
    expect(kept).toEqual([{ kind: 'tier_risen', wanted: false }]);
    expect((await wanted(ben, 'mail'))['tier_risen']).toBe(true);
  });

  it('drops of what is held only what is not wanted', async () => {
    const ida = await server.register();
    await setHours(ida, { time_zone: 'UTC', quiet: null, digest: true });
    await rise(ida);
    await chooseKind(ida, 'tier_fallen', 'mail', false);
    const held = () =>
      server.db.one<{ state: string }>(sql`
        select d.state from notification n join notification_delivery d on d.notification_id = n.id and d.channel = 'mail'
        where n.person_id = ${ida.user.id} and n.kind = 'tier_risen'`);
    expect((await held()).state).toBe('held');
    await chooseKind(ida, 'tier_risen', 'mail', false);
    expect((await held()).state).toBe('suppressed');
  });

  it('names events in the language of the reader, and those of the house only to who works here', async () => {
    const [ida, adam] = [await server.register(), await server.register({ roles: ['client', 'admin'] })];
    const names = async (as: Session, language: 'en' | 'de') =>
      Object.fromEntries((await wishes(as, language)).map(({ kind, title }) => [kind, title]));
    expect(await names(ida, 'en')).toMatchObject({
      tier_risen: 'Your tier has risen',
      deposit_credited: 'Your deposit was credited',
    });
    expect((await names(ida, 'de'))['tier_risen']).toBe('Ihre Stufe ist gestiegen');
    expect(Object.keys(await names(ida, 'en'))).not.toContain('proposal_made');
    expect(Object.keys(await names(adam, 'en'))).toContain('proposal_made');
  });

  it('holds a mail back in quiet hours, and lets it go once when they end, however many look', async () => {
    const ida = await server.register();
    await setHours(ida, { time_zone: 'Europe/Berlin', quiet: { from: '21:30', to: '07:00' }, digest: false });
    await rise(ida);
    expect(await tierMails(ida)).toEqual([]);
    await server.app.jobs.run('notifications.release');
    expect(await tierMails(ida)).toEqual([]);
    server.clock.advance(9 * 3_600_000);
    await Promise.all([1, 2, 3].map(() => server.app.jobs.run('notifications.release')));
    expect(await tierMails(ida)).toHaveLength(1);
  });

  it('brings mails together once a day', async () => {
    const ida = await server.register();
    await setHours(ida, { time_zone: 'UTC', quiet: null, digest: true });
    await rise(ida);
    await rise(ida, 'gold');
    server.clock.advance(27 * 3_600_000);
    await Promise.all([1, 2].map(() => server.app.jobs.run('notifications.release')));
    const summaries = (await mailsTo(server, ida.user.email)).filter(({ subject }) => subject.startsWith('2 '));
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

describe('a link that ends mails', () => {
  const linkOf = async (person: Session) => {
    await rise(person);
    const link = (await tierMails(person))[0]?.links.find((each) => each.includes('/unsubscribe/')) ?? '';
    return link.slice(link.lastIndexOf('/') + 1);
  };
  const end = (token: string, more = {}) =>
    server.call('POST /:lang/unsubscribe/:token', {
      params: { lang: 'en', token },
      form: true,
      body: { 'List-Unsubscribe': 'One-Click', ...more },
    });
  const ofRise = { what: 'kind', group: 'news', title: 'Your tier has risen' };

  it('ends nothing when it is looked at, and does by one POST without a session', async () => {
    const ida = await server.register();
    const token = await linkOf(ida);
    const look = () => server.call('GET /api/unsubscribe/:token', { params: { token }, language: 'en' });
    expect((await look()).body).toEqual({ ...ofRise, ended: false });
    expect((await look()).body.ended).toBe(false);
    expect((await end(token)).body).toEqual({ ...ofRise, ended: true });
    expect((await end(token)).status).toBe(200);
    expect((await look()).body.ended).toBe(true);
    const before = await tierMails(ida);
    await rise(ida, 'gold');
    expect(await tierMails(ida)).toHaveLength(before.length);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: false, tier_fallen: true });
  });

  it('ends all mails of its group when its reader says so', async () => {
    const ida = await server.register();
    const token = await linkOf(ida);
    expect((await end(token, { whole_group: 'true' })).body).toEqual({
      what: 'group',
      group: 'news',
      title: null,
      ended: true,
    });
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: false, tier_fallen: false, deposit_credited: true });
  });

  it('of a group, as older mails have it, or of all, goes on working', async () => {
    const ida = await server.register();
    const look = (token: string) => server.call('GET /api/unsubscribe/:token', { params: { token } });
    const ofGroup = unsubscribeToken(server.app.config, ida.user.id, 'news');
    expect((await look(ofGroup)).body).toEqual({ what: 'group', group: 'news', title: null, ended: false });
    expect((await end(ofGroup)).body.ended).toBe(true);
    expect((await look(ofGroup)).body.ended).toBe(true);
    expect(await wanted(ida, 'mail')).toMatchObject({ tier_risen: false, tier_fallen: false, deposit_credited: true });
    const ofAll = unsubscribeToken(server.app.config, ida.user.id, 'all');
    expect((await look(ofAll)).body).toEqual({ what: 'all', group: null, title: null, ended: false });
    await end(ofAll);
    expect(await wanted(ida, 'mail')).toMatchObject({
      deposit_credited: false,
      ipo_allotted: false,
      margin_called: true,
    });
  });

  it('serves no other person, no other group, and nobody who made it up', async () => {
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
      const answer = await end(token);
      expect([answer.status, answer.refusal.code]).toEqual([404, 'http.not_found']);
    }
    const both = [ida.user.id, ben.user.id];
    const choices = await server.db.rows(sql`
      select person_id from notification_choice where person_id = any(${both}::uuid[])
      union all select person_id from notification_kind_choice where person_id = any(${both}::uuid[])`);
    expect(choices).toEqual([]);
  });
});

describe('the log of staff', () => {
  it('says what became of each, finds a client, and holds no secret', async () => {
    const staff = await server.register({ roles: ['client', 'support'] });
    const ida = await server.register({ first_name: 'Idalia' });
    await choose(ida, 'news', 'mail', false);
    await rise(ida);
    const { body } = await server.call('POST /api/staff/mail-log', { as: staff, body: { search: 'idalia' } });
    expect(body.deliveries.map(({ kind, channel, state, reason }) => [kind, channel, state, reason])).toEqual([
      ['tier_risen', 'bell', 'sent', null],
      ['tier_risen', 'mail', 'suppressed', 'choice'],
      ['welcome', 'mail', 'sent', null],
    ]);
    const file = await server.call('GET /api/staff/mail-log/file', { as: staff, query: { search: 'idalia' } });
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.body.split('\r\n')).toHaveLength(5);
    expect(file.body).not.toMatch(/http|token|[\w-]{43}/);
    const taken = await server.db.rows(sql`select details from audit_entry where act = 'notifications.export_log'`);
    expect(taken).toEqual([{ details: { search: 'idalia' } }]);
  });

  it.each(['client', 'finance'] as const)('is closed to %s', async (role) => {
    const person = await server.register({ roles: ['client', role] });
    expect((await server.call('POST /api/staff/mail-log', { as: person, body: {} })).status).toBe(403);
    expect((await server.call('GET /api/staff/mail-log/file', { as: person })).status).toBe(403);
  });
});

it('keeps what people were told for as long as it is set', async () => {
  const ida = await server.register();
  await rise(ida);
  server.clock.advance(366 * 86_400_000);
  await server.app.jobs.run('notifications.forget');
  expect(await server.db.rows(sql`select from notification where person_id = ${ida.user.id}`)).toEqual([]);
});
