import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startPushService } from '#test/external-services/push.ts';
import { startReceiver } from '#test/external-services/webhook-receiver.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { reEncryptAll } from '#server/platform/secrets/re-encrypt.ts';

let server: TestServer;
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  server = await startServer({ at: new Date('2026-03-02T12:00:00Z'), env: { PUSH_LOOPBACK: '1' } });
  service = await startPushService();
});
afterEach(() => service.response());
afterAll(async () => {
  await server.close();
  await service.close();
});

const join = (as: Session, body: object) => server.call('POST /api/push/subscribe', { as, body });

/** A client with push on the device where they are signed in. */
async function withDevice({ detailed = false } = {}) {
  const me = await server.register({ language: 'en' });
  const device = service.subscribe();
  expect((await join(me, { ...device, detailed })).status).toBe(200);
  return { me, ...device };
}

/** An event that is not urgent, and that names an amount only to the person concerned. */
async function rise({ user }: Session): Promise<void> {
  await server.db.tx((tx) =>
    server.app.outbox.emit(tx, 'portfolio.tier_changed', {
      clientId: user.id,
      from: 'standard',
      to: 'silver',
      on: '2026-03-02',
    }),
  );
  await server.drain();
}

const stateOf = async ({ user }: Session) =>
  (
    await server.db.rows<{ state: string; reason: string | null }>(sql`
      select d.state, d.reason from notification_delivery d join notification n on n.id = d.notification_id
      where n.person_id = ${user.id} and d.channel = 'push' and n.kind = 'tier_risen' order by n.id`)
  ).at(-1);

describe('a device', () => {
  it("sends few words, encrypted and signed, in the person's language", async () => {
    const { me, endpoint } = await withDevice();
    await rise(me);
    const [message, ...more] = service.read(endpoint);
    expect(more).toEqual([]);
    expect(message).toEqual({
      title: 'Atrium',
      text: 'Tier update',
      path: '/en/investor',
      tag: expect.any(String) as string,
      group: 'news',
      language: 'en',
      direction: 'ltr',
    });
    const { headers } = service.posted.at(-1)!;
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' });
    const { public_key } = (await server.call('GET /api/push', { as: me })).body;
    expect(headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${public_key}$`));
    expect(await stateOf(me)).toEqual({ state: 'sent', reason: null });
  });

  it('says what it is about if the owner turned that on', async () => {
    const { me, endpoint } = await withDevice({ detailed: true });
    await rise(me);
    expect(service.read(endpoint)[0]?.title).toContain('Silver');
    expect(service.posted.at(-1)!.headers).toMatchObject({ ttl: '14400' });
  });

  it('gives no channel to clients while there is none, and has its line for staff once there is', async () => {
    const ben = await server.register();
    await rise(ben);
    expect(await stateOf(ben)).toBeUndefined();
    const { me } = await withDevice();
    await rise(me);
    const amelia = await server.register({ roles: ['client', 'support'] });
    const log = await server.call('POST /api/staff/email-log', {
      as: amelia,
      body: { channel: 'push', search: me.user.email },
    });
    expect(log.body.deliveries).toMatchObject([{ kind: 'tier_risen', channel: 'push', state: 'sent' }]);
  });

  it('is sent once, however often the event is delivered', async () => {
    const { me, endpoint } = await withDevice();
    await rise(me);
    await server.db.run(
      sql`update outbox set delivered_at = null, next_attempt_at = '-infinity' where payload->>'clientId' = ${me.user.id}`,
    );
    await server.drain();
    expect(service.read(endpoint)).toHaveLength(1);
  });

  it('sends no kinds that are turned off, but security always', async () => {
    const { me, endpoint } = await withDevice();
    const choose = (group: string) =>
      server.call('POST /api/notifications/preferences', { as: me, body: { group, channel: 'push', enabled: false } });
    expect((await choose('news')).status).toBe(200);
    expect((await choose('security')).refusal.code).toBe('notifications.always');
    await rise(me);
    expect(service.read(endpoint)).toEqual([]);
    expect(await stateOf(me)).toEqual({ state: 'suppressed', reason: 'choice' });
  });

  it('waits for the end of quiet hours, and then sends one message for all', async () => {
    const { me, endpoint } = await withDevice();
    await server.call('POST /api/notifications/hours', {
      as: me,
      body: { time_zone: 'UTC', quiet: { from: '11:00', to: '13:00' }, digest: false },
    });
    await rise(me);
    await rise(me);
    expect(service.read(endpoint)).toEqual([]);
    server.clock.advance(3_700_000);
    await Promise.all([server.app.jobs.run('notifications.release'), server.app.jobs.run('notifications.release')]);
    await server.drain();
    expect(service.read(endpoint)).toMatchObject([{ text: '2 new notifications', path: '/en/notifications' }]);
  });

  it('does not announce what was read in the meantime', async () => {
    const { me, endpoint } = await withDevice();
    service.response({ status: 503 });
    await rise(me);
    expect(await stateOf(me)).toEqual({ state: 'failed', reason: 'HTTP 503' });
    await server.call('POST /api/notifications/read-all', { as: me, body: {} });
    server.clock.advance(10_000);
    await server.drain();
    expect(service.read(endpoint)).toHaveLength(1);
    expect(await stateOf(me)).toEqual({ state: 'suppressed', reason: 'outdated' });
  });
});

describe('a push service', () => {
  it('that is busy gets a retry at the time it names, and not before', async () => {
    const { me, endpoint } = await withDevice();
    service.response({ status: 429, headers: { 'retry-after': '120' } });
    await rise(me);
    expect(service.read(endpoint)).toHaveLength(1);
    server.clock.advance(110_000);
    await server.drain();
    expect(service.read(endpoint)).toHaveLength(1);
    server.clock.advance(11_000);
    await server.drain();
    expect(service.read(endpoint)).toHaveLength(2);
    expect(await stateOf(me)).toEqual({ state: 'sent', reason: null });
  });

  it.each([429, 500, 503])('that responds %d has not refused, however often', async (status) => {
    const { me, endpoint } = await withDevice();
    await rise(me);
    service.response(
      ...Array.from({ length: 8 }, (_, n) => ({ status, ...(n % 2 ? { headers: { 'retry-after': '30' } } : {}) })),
    );
    await rise(me);
    for (let n = 0; n < 8; n += 1) {
      server.clock.advance(600_000);
      await server.drain();
    }
    expect(service.read(endpoint)).toHaveLength(10);
    expect(await stateOf(me)).toEqual({ state: 'sent', reason: null });
    const [stored] = await server.db.rows(sql`select failures from push_subscription where endpoint = ${endpoint}`);
    expect(stored).toEqual({ failures: 0 });
  });

  it.each([404, 410])('that responds %d has ended the device', async (status) => {
    const { me } = await withDevice();
    service.response({ status });
    await rise(me);
    expect((await server.call('GET /api/push', { as: me })).body.devices).toEqual([]);
    expect(await stateOf(me)).toEqual({ state: 'suppressed', reason: 'outdated' });
  });

  it('that refuses is not asked again for that, and after six times not at all', async () => {
    const { me, endpoint } = await withDevice();
    service.response(...Array.from({ length: 6 }, () => ({ status: 403 })));
    for (let n = 0; n < 7; n++) await rise(me);
    expect(service.read(endpoint)).toHaveLength(6);
    expect((await server.call('GET /api/push', { as: me })).body.devices).toEqual([]);
  });
});

describe('push ends', () => {
  it('with the session, and a message already on its way is not delivered', async () => {
    const { me, endpoint } = await withDevice();
    service.response({ status: 503 });
    await rise(me);
    await server.call('POST /api/logout', { as: me });
    server.clock.advance(10_000);
    await server.drain();
    expect(await stateOf(me)).toEqual({ state: 'suppressed', reason: 'outdated' });
    await rise(me);
    expect(service.read(endpoint)).toHaveLength(1);
    await server.app.jobs.run('notifications.purge_devices');
    const left = await server.db.rows(sql`select from push_subscription where endpoint = ${endpoint}`);
    expect(left).toEqual([]);
  });

  it('when its owner removes the device, and other people cannot remove it', async () => {
    const [{ me, endpoint }, ben] = [await withDevice(), await server.register()];
    const { body } = await server.call('GET /api/push', { as: me });
    expect(body.devices).toMatchObject([{ here: true, detailed: false, last_success_at: null }]);
    const end = (as: Session) =>
      server.call('POST /api/push/end', { as, body: { subscription_id: body.devices[0]?.id ?? '' } });
    expect((await end(ben)).refusal.code).toBe('http.not_found');
    expect((await end(me)).body.devices).toEqual([]);
    expect((await end(me)).refusal.code).toBe('http.not_found');
    await rise(me);
    expect(service.read(endpoint)).toEqual([]);
  });

  it('when another person turns it on in the same browser', async () => {
    const { me, endpoint, public_key, secret } = await withDevice();
    const ben = await server.register();
    await join(ben, { endpoint, public_key, secret, detailed: false });
    await rise(me);
    expect(service.read(endpoint)).toEqual([]);
    expect((await server.call('GET /api/push', { as: me })).body.devices).toEqual([]);
  });
});

it('sends once to a browser, however often it subscribes at the same moment', async () => {
  const me = await server.register();
  const device = service.subscribe();
  const responses = await Promise.all(Array.from({ length: 5 }, () => join(me, { ...device, detailed: false })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const other = service.subscribe();
  await Promise.all([join(me, { ...other, detailed: true }), join(me, { ...device, detailed: true })]);
  expect((await server.call('GET /api/push', { as: me })).body.devices).toHaveLength(1);
});

it('refuses where nothing is sent, and then what may not be called', async () => {
  const off = await startServer({ env: { PUSH: '0' } });
  const ida = await off.register();
  const body = { ...service.subscribe(), endpoint: 'https://10.0.0.1/x', detailed: false };
  const refused = await off.call('POST /api/push/subscribe', { as: ida, body });
  expect([refused.status, refused.refusal.code]).toEqual([409, 'push.off']);
  expect((await off.call('GET /api/push', { as: ida })).body.public_key).toBeNull();
  await off.close();
  const me = await server.register();
  const inside = await join(me, body);
  expect(inside.status).toBe(422);
  expect(inside.refusal.errors?.['endpoint']?.[0]?.code).toBe('push.address');
  // As long as a key is, and no point of the curve: nothing could be encrypted for it.
  const public_key = Buffer.alloc(65, 4).toString('base64url');
  const pointless = await join(me, { ...service.subscribe(), public_key, detailed: false });
  expect([pointless.status, pointless.refusal.errors?.['public_key']?.[0]?.code]).toEqual([422, 'push.address']);
  expect((await server.call('GET /api/push', { as: me })).body.devices).toEqual([]);
});

it('the key is the same for every instance, encrypted, and readable after the secret was changed', async () => {
  const me = await server.register();
  const keyOf = async () => (await server.call('GET /api/push', { as: me })).body.public_key;
  const [one, two] = await Promise.all([keyOf(), keyOf()]);
  expect(one).toMatch(/^[\w-]{87}$/);
  expect(two).toBe(one);
  const former = server.config.appSecret;
  const next = 'another secret of at least thirty-two characters';
  const reEncrypt = (from: string, to: string) => server.db.tx((tx) => reEncryptAll(tx, from, to));
  await reEncrypt(former, next);
  await expect(reEncrypt(former, next)).rejects.toThrow('APP_SECRET');
  await reEncrypt(next, former);
  expect(await keyOf()).toBe(one);
});

it('a push service that hangs does not delay emails', async () => {
  const stateWhenAnEmailCame = async () => {
    const hanging = await startReceiver();
    hanging.response = () => {};
    const me = await server.register();
    await server.drain();
    await join(me, { ...service.subscribe(), endpoint: hanging.url, detailed: false });
    await server.db.tx((tx) =>
      server.app.outbox.emit(tx, 'portfolio.tier_changed', {
        clientId: me.user.id,
        from: 'standard',
        to: 'silver',
        on: '2026-03-02',
      }),
    );
    server.app.outbox.start();
    await expect.poll(() => hanging.received).toHaveLength(1);
    const ben = await server.register();
    // Read from the table: draining the outbox would wait for the push service, too.
    const emails = () => server.db.rows(sql`select from mailbox_email where to_address = ${ben.user.email}`);
    await expect.poll(emails).toHaveLength(1);
    const state = await stateOf(me);
    await hanging.close();
    await server.app.outbox.stop();
    return state;
  };
  // It hangs until its time is over; on a busy machine an email may take longer than that for once.
  await expect.poll(stateWhenAnEmailCame, { timeout: 90_000 }).toEqual({ state: 'queued', reason: null });
});
