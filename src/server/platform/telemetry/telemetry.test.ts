import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf } from '#test/browser.ts';
import { testDatabase } from '#test/database.ts';
import { startCollector, type ReceivedSpan } from '#test/external-services/collector.ts';
import { openCards, type Cards } from '#test/money/cards.ts';
import { confirmedDestination, iban, type Payer } from '#test/money/payments.ts';
import { walletOf } from '#test/money/wallet.ts';
import { startReceiver } from '#test/external-services/webhook-receiver.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { postOutbound } from '../outbound/http.ts';
import { traced } from './trace.ts';

const patience = { timeout: 30_000 };
const bearer = 'collector-key-0123456789';
const caller = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

let collector: Awaited<ReturnType<typeof startCollector>>;
let server: TestServer;
let other: TestServer;
let cards: Cards;
let quenby: Payer;

beforeAll(async () => {
  collector = await startCollector();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${bearer}`,
    OTEL_METRIC_EXPORT_INTERVAL: '1000',
  };
  const database = await testDatabase();
  const kept = { ...database, drop: async () => {} };
  server = await startServer({ env, on: database });
  other = await startServer({ on: kept });
  const session = await server.register({ first_name: 'Quenby', second_name: 'Zarathon' });
  await server.db.run(sql`update person set verification_level = 3 where id = ${session.user.id}`);
  quenby = { session, wallet: await walletOf(server.db, session.user.id) };
  await server.storeSessions();
  cards = await openCards(server);
  // Without events of the provider: one that comes before the client's own call would credit the deposit in a trace of its own.
  cards.stripe.delivery.hook = null;
  await server.drain();
});
afterAll(async () => {
  await cards.close();
  await other.close();
  await server.close();
  await collector.close();
});

const inTrace = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId);
const traceOf = (endpoint: string) =>
  collector.spans().findLast(({ attributes }) => attributes['atrium.endpoint'] === endpoint)?.traceId ?? '';

/** The names from the span up to the beginning of its trace. */
function path(spans: ReceivedSpan[], { name, parentSpanId }: ReceivedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === parentSpanId);
  return [name, ...(parent ? path(spans, parent) : [])];
}

const pathsOf = (traceId: string) => inTrace(traceId).map((span, _, spans) => path(spans, span));

describe('a trace', () => {
  it('leads from a call over its statements and its row of the outbox to the listener on another instance', async () => {
    const { id, session } = await cards.begin(quenby);
    cards.stripe.act(session, 'pay');
    const checked = { as: quenby.session, body: { payment_id: id } };
    expect((await server.call('POST /api/payments/check-provider', checked)).body.payment.state).toBe('credited');
    await other.drain();
    const root = 'POST /api/payments/check-provider';
    const paths = () => pathsOf(traceOf('payments.check_provider'));
    const listened = ['deliver payments.deposit_credited', 'emit payments.deposit_credited', root];
    const known = [
      ['insert payment_status_history', root],
      ['insert outbox', root],
      ['GET 127.0.0.1', root],
      listened,
      ['insert notification', ...listened],
      ['deliver notifications.email_due', 'emit notifications.email_due', ...listened],
    ];
    await expect.poll(paths, patience).toEqual(expect.arrayContaining(known));
    // A step is sent when it has ended, and so before the one that it is part of.
    await expect.poll(() => paths().filter((each) => each.at(-1) !== root), patience).toEqual([]);
    const spans = inTrace(traceOf('payments.check_provider'));
    expect(spans.filter(({ parentSpanId }) => parentSpanId === undefined).map(({ name }) => name)).toEqual([root]);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  });

  it('names statements with their parameters left out, and providers without their paths', async () => {
    const spans = collector.spans();
    const insert = spans.find(({ name }) => name === 'insert payment');
    expect(insert?.attributes).toMatchObject({ 'db.system.name': 'postgresql' });
    expect(insert?.attributes['db.query.text']).toMatch(/^insert into payment .*\$1/s);
    const out = spans.find(({ name }) => name === 'POST 127.0.0.1');
    expect(out?.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': '127.0.0.1',
      'server.port': new URL(cards.stripe.url).port,
      'url.scheme': 'http',
      'http.response.status_code': '200',
    });
  });

  it('continues that of a trusted proxy, and begins with the call for anything else', async () => {
    const call = (traceparent: string) =>
      server.call('POST /api/wallets', { as: quenby.session, headers: { traceparent } });
    await call(`00-${caller.traceId}-${caller.spanId}-01`);
    const root = () => inTrace(caller.traceId).find(({ name }) => name === 'POST /api/wallets');
    await expect.poll(() => root()?.parentSpanId, patience).toBe(caller.spanId);
    for (const wrong of [`00-${'0'.repeat(32)}-${caller.spanId}-01`, '00-x-y-01', 'ff'])
      expect((await call(wrong)).status).toBe(200);
  });

  it('holds the calls that travel in one', async () => {
    await fetch(`${server.url}/api/reads`, {
      method: 'POST',
      headers: { ...headersOf(quenby.session), 'content-type': 'application/json' },
      body: JSON.stringify({ reads: [{ call: 'POST /api/wallets', body: {} }, { call: 'GET /api/chat/unread' }] }),
    });
    const root = 'POST /api/reads';
    const paths = [
      ['POST /api/wallets', root],
      ['GET /api/chat/unread', root],
    ];
    await expect.poll(() => pathsOf(traceOf('reads.together')), patience).toEqual(expect.arrayContaining(paths));
  });
});

it('gives log lines their trace, and the collector a copy of them', async () => {
  const traceId = traceOf('payments.check_provider');
  const lines = server.logged.filter((line) => line.includes(traceId)).map((line) => JSON.parse(line) as object);
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'answered', endpoint: 'payments.check_provider' }));
  const copied = () => collector.logs().filter((log) => log.traceId === traceId);
  await expect.poll(() => copied().length, patience).toBeGreaterThan(0);
  expect(copied()[0]).toMatchObject({ severityNumber: 9, body: { stringValue: 'answered' } });
});

it('exports the figures that /metrics shows', async () => {
  const found = (name: string) => collector.metrics().find((metric) => metric.name === name);
  await expect.poll(() => found('atrium_http_request_seconds'), patience).toBeDefined();
  const shown = await (await fetch(`${server.url}/metrics`)).text();
  const names = [...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  expect(
    collector
      .metrics()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(names.toSorted());
  expect(found('atrium_defects_total')?.sum).toMatchObject({ isMonotonic: true, dataPoints: [{ asDouble: 0 }] });
  expect(found('process_resident_memory_bytes')?.gauge?.dataPoints).toHaveLength(1);
  for (const { count, explicitBounds, bucketCounts } of found('atrium_http_request_seconds')?.histogram?.dataPoints ??
    []) {
    expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
    expect(bucketCounts.reduce((sum, each) => sum + Number(each), 0)).toBe(Number(count));
  }
});

it('sends nothing about the person', async () => {
  const { token, user, password } = quenby.session;
  await confirmedDestination(server, quenby);
  await server.call('POST /api/login', { body: { email: user.email, password: 'not the password', remember: false } });
  await expect.poll(() => traceOf('auth.login'), patience).not.toBe('');
  const sent = collector.everything();
  const secrets = [token, user.email, user.first_name, user.second_name, password, iban, user.id];
  for (const secret of secrets) expect([secret, sent.includes(secret)]).toEqual([secret, false]);
  expect(sent).toContain('insert payment_destination');
  expect(collector.requests.every(({ headers }) => headers.authorization === `Bearer ${bearer}`)).toBe(true);
});

it('gives a provider no part of the trace', async () => {
  const receiver = await startReceiver();
  const start = () => ({ name: 'here', kind: 'internal', parent: undefined }) as const;
  const how = { headers: {}, body: Buffer.from('x'), timeoutMs: 20_000, allowLocal: true, max: 0 };
  await traced(start, () => postOutbound(receiver.url, how));
  const [received] = receiver.received;
  expect(Object.keys(received?.headers ?? {}).toSorted()).toEqual(['connection', 'content-length', 'host']);
  await receiver.close();
});
