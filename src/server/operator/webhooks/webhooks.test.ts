import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { retryPausesS, maxWebhooks } from '#contract/operator/event-names.ts';
import { operatorWebhooksEndpoints } from '#contract/operator/webhooks.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { waitedFor } from '#test/compliance/screening.ts';
import { startServer } from '#test/server.ts';
import { codeOf } from '#test/money/payments.ts';
import { isSigned, startReceiver } from '#test/external-services/webhook-receiver.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startWebhooks } from '#test/external-services/webhooks.ts';

/** Webhooks from the event to the receiver, whatever the receiver does. */
const { server, receiver, admin, at, post, proof, made, happens, send, log, restart, close } = await startWebhooks();
afterAll(close);
beforeEach(restart);

const later = (seconds: number) => server.clock.advance(seconds * 1000);
describe('an event', () => {
  it('is sent once, signed, with its id', async () => {
    const { id, secret } = await made();
    const client = await happens();
    await send();
    await send();
    expect(receiver.received).toHaveLength(1);
    const [got = { headers: {}, body: '' }] = receiver.received;
    expect(isSigned(secret, got)).toBe(true);
    expect(isSigned((await made()).secret, got)).toBe(false);
    expect(JSON.parse(got.body)).toEqual({
      id: got.headers['webhook-id'],
      type: 'client.registered',
      version: 1,
      timestamp: server.clock.now().toISOString(),
      data: { client_id: client },
    });
    const { webhook, deliveries } = await log(id);
    expect(deliveries).toMatchObject([
      { type: 'client.registered', state: 'delivered', payload: got.body, next_attempt_at: null },
    ]);
    expect(deliveries[0]?.attempts).toMatchObject([{ status: 200, failure: null, response: 'taken' }]);
    expect(webhook).toMatchObject({ state: 'active', failing_since: null, waiting: 0 });
  });

  it('leaves a reason where its secret no longer opens, and is sent once there is a new one', async () => {
    const { id } = await made();
    await made({ name: 'Other' });
    await server.db.run(sql`update webhook_secret set encrypted = sha512(encrypted) where endpoint_id = ${id}`);
    await happens();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await log(id)).deliveries).toMatchObject([
      { state: 'pending', attempts: [{ status: null, failure: 'secret' }] },
    ]);
    await post(`${at}/rotate`, { webhook_id: id, overlap_hours: 24, ...proof() });
    later(retryPausesS[0]);
    await send();
    expect((await log(id)).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  it('is sent to its subscribers, and stored once though the outbox delivers it twice', async () => {
    const wanting = await made({ events: ['client.registered'] });
    const other = await made({ events: ['deposit.credited'] });
    await happens();
    await server.db.run(
      sql`update outbox set delivered_at = null, next_attempt_at = ${server.clock.now()} where name = 'auth.registered'`,
    );
    await server.drain();
    expect((await log(wanting.id)).deliveries).toHaveLength(1);
    expect((await log(other.id)).deliveries).toHaveLength(0);
  });

  it('is in the list of events, in its order, for programs that missed it', async () => {
    await server.db.run(sql`delete from operator_event`);
    const clients = [await happens(), await happens(), await happens()];
    const { secret } = (
      await post('POST /api/staff/operator/keys/create', { name: 'CRM', scopes: ['events:read'], ...proof() })
    ).body;
    const read = async (query: Record<string, string>) =>
      (
        await server.call('GET /api/operator/v1/events', {
          query: { type: 'client.registered', ...query },
          headers: { authorization: `Bearer ${secret}` },
        })
      ).body;
    const first = await read({ limit: '2' });
    const second = await read({ limit: '2', after: first.next_cursor });
    expect([...first.data, ...second.data].map(({ data }) => data['client_id'])).toEqual(clients);
    expect(await read({ after: second.next_cursor })).toEqual({ data: [], next_cursor: second.next_cursor });
    expect((await read({ type: 'deposit.credited' })).data).toEqual([]);
  });
});

describe('a receiver', () => {
  it('that responds 500 is called again under the same id, until it accepts', async () => {
    const { id } = await made();
    receiver.response = (response) => void response.writeHead(500).end('<b>broken</b>\0');
    await happens();
    await send();
    await send();
    expect(receiver.received).toHaveLength(1);
    expect((await log(id)).webhook.failing_since).toBe(server.clock.now().toISOString());
    later(retryPausesS[0]);
    receiver.response = (response) => void response.writeHead(204).end();
    await send();
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    const { deliveries, webhook } = await log(id);
    expect(deliveries[0]?.attempts).toMatchObject([{ status: 204 }, { status: 500, response: '<b>broken</b>' }]);
    expect(webhook.failing_since).toBeNull();
  });

  it('that redirects is not followed', async () => {
    const elsewhere = await startReceiver();
    const { id } = await made();
    receiver.response = (response) => void response.writeHead(307, { location: elsewhere.url }).end();
    await happens();
    await send();
    expect(elsewhere.received).toEqual([]);
    expect((await log(id)).deliveries[0]?.attempts).toMatchObject([{ status: 307, failure: 'status' }]);
    await elsewhere.close();
  });

  it('that hangs, talks without end, or is not there has failed', async () => {
    const hanging = await startReceiver();
    hanging.response = () => {};
    const endless = await startReceiver();
    endless.response = (response) => {
      response.writeHead(500);
      const more = () => response.destroyed || response.write('x'.repeat(65_536), more);
      more();
    };
    const gone = await startReceiver();
    await gone.close();
    const ids = [];
    for (const { url } of [hanging, endless, gone]) ids.push((await made({ url })).id);
    const well = await made();
    await happens();
    await send();
    expect((await log(well.id)).deliveries[0]?.state).toBe('delivered');
    const logs = await Promise.all(ids.map(log));
    expect(logs.map(({ deliveries }) => deliveries[0]?.attempts[0]?.failure)).toEqual([
      'timeout',
      'status',
      'connection',
    ]);
    expect(logs[1]?.deliveries[0]?.attempts[0]?.response).toHaveLength(1000);
    await Promise.all([hanging.close(), endless.close()]);
  });

  it('is sent again under the same id when the sender dies before it stores the response', async () => {
    const { id } = await made();
    await happens();
    await server.db.run(sql`
      create function die() returns trigger language plpgsql as $$ begin raise exception 'the process died'; end $$`);
    await server.db.run(sql`create trigger dying before insert on webhook_attempt for each row execute function die()`);
    await send();
    await server.db.run(sql`drop trigger dying on webhook_attempt`);
    await server.db.run(sql`drop function die`);
    expect(receiver.received).toHaveLength(1);
    await send();
    expect(receiver.received).toHaveLength(1);
    later(60);
    await send();
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect((await log(id)).deliveries).toMatchObject([{ state: 'delivered' }]);
  });

  it('is sent once though several processes send at the same time', async () => {
    await made();
    for (let count = 0; count < 6; count += 1) await happens();
    await Promise.all([send(), send(), send(), send()]);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });
});

describe('what never arrives', () => {
  it('is tried for three days, then its endpoint is disabled and administrators are notified', async () => {
    const { id } = await made();
    receiver.response = (response) => void response.writeHead(503).end();
    await happens();
    await send();
    for (const pause of retryPausesS) {
      later(pause);
      await send();
    }
    const days = retryPausesS.reduce<number>((sum, pause) => sum + pause, 0) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(4);
    const { webhook, deliveries } = await log(id);
    expect(webhook.state).toBe('disabled');
    expect(deliveries[0]?.state).toBe('failed');
    expect(await waitedFor(server, 'webhooks')).toBeGreaterThan(3 * 86_400);
    await server.drain();
    const emails = await emailsTo(server, admin.user.email);
    expect(emails.filter(({ subject }) => subject.includes('CRM'))).toHaveLength(1);
    // Events of the time in between go out once it is on again.
    await happens();
    const before = receiver.received.length;
    receiver.response = (response) => void response.writeHead(200).end();
    await send();
    expect(receiver.received).toHaveLength(before);
    await post(`${at}/switch`, { webhook_id: id, on: true });
    await send();
    expect(receiver.received).toHaveLength(before + 1);
    expect((await log(id)).webhook).toMatchObject({ state: 'active', waiting: 0 });
  });

  it('is given up after the last attempt, and can be sent again by hand', async () => {
    const { id } = await made();
    receiver.response = (response) => void response.writeHead(503).end();
    await happens();
    await server.db.run(sql`update webhook_delivery set attempts = ${retryPausesS.length} where endpoint_id = ${id}`);
    await send();
    const [given] = (await log(id)).deliveries;
    expect(given?.state).toBe('failed');
    receiver.response = (response) => void response.writeHead(200).end();
    await post(`${at}/send-again`, { delivery_id: given?.id ?? '' });
    await send();
    expect((await log(id)).deliveries[0]?.state).toBe('delivered');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('stops at once where the receiver responds that it is gone', async () => {
    const { id } = await made();
    receiver.response = (response) => void response.writeHead(410).end();
    await happens();
    await send();
    expect((await log(id)).webhook.state).toBe('disabled');
  });

  it('is deleted after a month', async () => {
    const { id } = await made();
    await happens();
    await send();
    later(31 * 86_400);
    await server.app.jobs.run('operator.purge_events');
    expect((await log(id)).deliveries).toEqual([]);
  });
});

describe('an address', () => {
  it("in the operator's own network is refused, when it is chosen and when it is sent to", async () => {
    const strict = await startServer();
    const chief = await strict.register({ roles: ['client', 'admin'] });
    const input = { name: 'CRM', events: ['client.registered'], current_password: chief.password };
    for (const url of ['https://localhost/hook', 'https://10.1.2.3/']) {
      await strict.db.run(sql`delete from rate_window`);
      const response = await strict.call(`${at}/create`, { as: chief, body: { ...input, url } });
      expect([url, codeOf(response)]).toEqual([url, 'operator.webhook_address']);
    }
    const { body } = await strict.call(`${at}/create`, {
      as: chief,
      body: { ...input, url: 'https://93.184.216.34/' },
    });
    // Like a name that resolves elsewhere now.
    await strict.db.run(sql`update webhook_endpoint set url = ${receiver.url}`);
    await strict.register();
    await strict.drain();
    await strict.app.jobs.run('operator.send_webhooks');
    const { body: notified } = await strict.call(`${at}/deliveries`, {
      as: chief,
      body: { webhook_id: body.webhook.id },
    });
    expect(notified.deliveries[0]?.attempts).toMatchObject([{ status: null, failure: 'address' }]);
    expect(receiver.received).toEqual([]);
    await strict.close();
  });
});

describe('a secret', () => {
  it('is encrypted, and signs beside its successor for the agreed time', async () => {
    const { id, secret: former } = await made();
    const { body } = await post(`${at}/rotate`, { webhook_id: id, overlap_hours: 24, ...proof() });
    await happens();
    await send();
    const [both = { headers: {}, body: '' }] = receiver.received;
    expect([isSigned(former, both), isSigned(body.secret, both)]).toEqual([true, true]);
    later(24 * 3600);
    await happens();
    await send();
    const after = receiver.received[1] ?? { headers: {}, body: '' };
    expect([isSigned(former, after), isSigned(body.secret, after)]).toEqual([false, true]);
    const stored = await server.db.rows<{ encrypted: Buffer }>(sql`select encrypted from webhook_secret`);
    expect(stored.some(({ encrypted }) => encrypted.includes(body.secret))).toBe(false);
    expect(server.logged.join('')).not.toContain(body.secret);
  });
});

it('sends a test event, which is not an operator event', async () => {
  const { id, secret } = await made({ events: ['deposit.credited'] });
  await post(`${at}/test`, { webhook_id: id });
  await send();
  const [got = { headers: {}, body: '' }] = receiver.received;
  expect(isSigned(secret, got)).toBe(true);
  expect(JSON.parse(got.body)).toMatchObject({ type: 'webhook.test', data: {} });
});

it('has an audit entry for each action', async () => {
  const { id } = await made();
  await post(`${at}/edit`, {
    webhook_id: id,
    name: 'ERP',
    url: receiver.url,
    events: ['client.registered'],
    ...proof(),
  });
  await post(`${at}/switch`, { webhook_id: id, on: false });
  await post(`${at}/remove`, { webhook_id: id });
  const actions = await server.db.rows<{ action: string }>(
    sql`select action from audit_entry order by id desc limit 4`,
  );
  expect(actions.map(({ action }) => action)).toEqual(
    ['remove', 'switch', 'edit', 'create'].map((action) => `operator.${action}_webhook`),
  );
});

it('is limited in number, however many are made at once', async () => {
  await server.db.run(sql`
    insert into webhook_endpoint (id, name, url, events, state, created_by, created_at)
    select gen_random_uuid(), 'one of many', 'https://example.com', '{person.registered}', 'off', ${admin.user.id}, now()
    from generate_series(1, ${maxWebhooks - 1})`);
  const input = { name: 'CRM', url: receiver.url, events: ['client.registered'], ...proof() };
  const responses = await Promise.all([1, 2, 3].map(() => post(`${at}/create`, input)));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

describe('refusals', () => {
  const { meets, unmet } = refusalsOf(operatorWebhooksEndpoints);
  // Codes and passkeys are tried where proofs are made.
  const notHere = new Set(['auth.locked', 'auth.code', 'auth.passkey_over', 'auth.passkey']);
  const wrong = { current_password: 'wrong' };
  const input = { name: 'A', url: 'http://10.0.0.1', events: ['client.registered'] };

  it('of making, changing and a new secret come in their order', async () => {
    await server.db.run(sql`
      insert into webhook_endpoint (id, name, url, events, state, created_by, created_at)
      select gen_random_uuid(), 'one of many', 'https://example.com', '{person.registered}', 'off', ${admin.user.id}, now()
      from generate_series(1, ${maxWebhooks})`);
    const met = async (
      name: 'operator.create_webhook' | 'operator.edit_webhook' | 'operator.rotate_webhook',
      ways: object[],
    ) => {
      const { route, refusals } = operatorWebhooksEndpoints[name];
      const codes = [];
      for (const body of ways) codes.push(codeOf(await post(route, body)));
      expect(codes).toEqual(refusals.filter((code) => !notHere.has(code)));
    };
    await met('operator.create_webhook', [
      { ...input, ...wrong },
      { ...input, ...proof() },
      { ...input, url: receiver.url, ...proof() },
    ]);
    const webhook_id = newId();
    await met('operator.edit_webhook', [
      { ...input, webhook_id, ...wrong },
      { ...input, webhook_id, ...proof() },
      { ...input, url: receiver.url, webhook_id, ...proof() },
    ]);
    await met('operator.rotate_webhook', [
      { webhook_id, overlap_hours: 0, ...wrong },
      { webhook_id, overlap_hours: 0, ...proof() },
    ]);
  });

  meets('operator.switch_webhook', () => [() => post(`${at}/switch`, { webhook_id: newId(), on: true })]);
  meets('operator.remove_webhook', () => [() => post(`${at}/remove`, { webhook_id: newId() })]);
  meets('operator.deliveries', () => [() => post(`${at}/deliveries`, { webhook_id: newId() })]);
  meets('operator.deliveries_file', () => [
    () =>
      server.call('GET /api/staff/operator/webhooks/deliveries/file', { as: admin, query: { webhook_id: newId() } }),
  ]);
  meets('operator.test_webhook', async () => {
    const { id } = await made();
    await post(`${at}/switch`, { webhook_id: id, on: false });
    return [() => post(`${at}/test`, { webhook_id: newId() }), () => post(`${at}/test`, { webhook_id: id })];
  });
  meets('operator.send_again', async () => {
    const { id } = await made();
    await happens();
    const [delivery] = (await log(id)).deliveries;
    await post(`${at}/switch`, { webhook_id: id, on: false });
    return [
      () => post(`${at}/send-again`, { delivery_id: newId() }),
      () => post(`${at}/send-again`, { delivery_id: delivery?.id ?? '' }),
    ];
  });

  // Those of events are met where programs read.
  it('are all tested', () =>
    expect(unmet()).toEqual([
      'operator.create_webhook',
      'operator.edit_webhook',
      'operator.rotate_webhook',
      'operator_api.events',
    ]));
});
