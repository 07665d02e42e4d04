import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const from = '2026-03-02T00:00:00.000Z';
const to = '2026-03-16T00:00:00.000Z';
const ask = (server: TestServer, as: Session, query = { from, to }, language?: 'de') =>
  server.call('GET /api/market/economic-calendar', { as, query, ...(language ? { language } : {}) });

describe('the simulated calendar', () => {
  let server: TestServer;
  let ida: Session;
  beforeAll(async () => {
    server = await startServer();
    ida = await server.register();
  });
  afterAll(() => server.close());

  it('is the same for everyone, in order, and shows an actual figure only from its time on', async () => {
    const { body } = await ask(server, ida);
    expect(body).toMatchObject({ simulated: true, is_stale: false });
    expect(body.events.length).toBeGreaterThan(5);
    const times = body.events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const claims = body.events.find(({ id }) => id === 'US-jobless_claims-2026-03-05');
    expect(claims).toMatchObject({ at: '2026-03-05T13:30:00.000Z', importance: 'medium', actual: null });
    expect((await ask(server, ida)).body).toEqual(body);
    server.clock.advance(3 * 86_400_000);
    ida = await server.signIn({ email: ida.user.email });
    const later = (await ask(server, ida)).body.events.find(({ id }) => id === claims?.id);
    expect(later?.actual).toMatch(/^\d+K$/);
    // The published figure is the previous figure of the next event.
    const next = (await ask(server, ida)).body.events.find(({ id }) => id === 'US-jobless_claims-2026-03-12');
    expect(next?.previous).toBe(later?.actual);
  });

  it('does not reveal by a forecast what will be published', async () => {
    const months = Array.from({ length: 13 }, (_, month) => new Date(Date.UTC(2025, month, 1)).toISOString());
    const year = await Promise.all(
      months.slice(1).map((end, month) => ask(server, ida, { from: months[month]!, to: end })),
    );
    const claims = year.flatMap(({ body }) => body.events).filter(({ id }) => id.startsWith('US-jobless_claims'));
    const published = new Map<string | null, number[]>();
    for (const { forecast, actual } of claims)
      published.set(forecast, [...(published.get(forecast) ?? []), parseInt(actual ?? '', 10)]);
    // The same forecast was followed by very different figures, so nothing can be computed from it.
    const spreads = [...published.values()].map((actuals) => Math.max(...actuals) - Math.min(...actuals));
    expect(Math.max(...spreads)).toBeGreaterThan(4);
  });

  it('is in the language of the reader', async () => {
    const [english, german] = [await ask(server, ida), await ask(server, ida, { from, to }, 'de')];
    expect(german.body.events.map(({ id }) => id)).toEqual(english.body.events.map(({ id }) => id));
    expect(german.body.events[0]?.title).not.toBe(english.body.events[0]?.title);
  });

  it('gives at most 31 days', async () => {
    const long = { from, to: '2026-04-02T00:00:01.000Z' };
    expect((await ask(server, ida, long)).refusal).toMatchObject({ code: 'economy.too_long', params: { days: 31 } });
    expect((await ask(server, ida, { from: to, to: from })).status).toBe(422);
    expect((await ask(server, ida, { from, to: '2026-04-02T00:00:00.000Z' })).status).toBe(200);
  });
});

describe('an external calendar', () => {
  let source: Server;
  let server: TestServer;
  let ida: Session;
  let result: { status: number; body: string };
  const requests: string[] = [];
  const event = {
    id: 7,
    at: '2026-03-03T15:00:00+01:00',
    country: 'us',
    title: 'Orders <b>',
    importance: 'high',
    forecast: 1.5,
  };

  beforeAll(async () => {
    source = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization}`);
      response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.body);
    });
    await new Promise<void>((done) => {
      source.listen(0, '127.0.0.1', done);
    });
    const { port } = source.address() as AddressInfo;
    server = await startServer({
      env: {
        ECONOMY_FEED: 'http',
        ECONOMY_FEED_URL: `http://127.0.0.1:${port}/calendar?from={from}&to={to}`,
        ECONOMY_FEED_HEADERS: '{"authorization":"Bearer quiet"}',
        ECONOMY_FEED_EVERY_S: '300',
        ECONOMY_STALE_S: '3600',
      },
    });
    ida = await server.register();
  });
  afterAll(async () => {
    await server.close();
    source.close();
  });

  it('is requested once for many callers, cached, marked while it fails, and then current again', async () => {
    result = { status: 500, body: '' };
    expect((await ask(server, ida)).body).toEqual({ simulated: false, is_stale: true, read_at: null, events: [] });

    result = { status: 200, body: JSON.stringify({ events: [event, { ...event, id: 8, at: 'soon' }, null] }) };
    server.clock.advance(300_000);
    requests.length = 0;
    const responses = await Promise.all(Array.from({ length: 5 }, () => ask(server, ida)));
    expect(requests).toEqual(['/calendar?from=2026-03-02&to=2026-03-16 Bearer quiet']);
    const readAt = server.clock.now().toISOString();
    for (const { body } of responses)
      expect(body).toEqual({
        simulated: false,
        is_stale: false,
        read_at: readAt,
        events: [
          {
            id: '7',
            at: '2026-03-03T14:00:00.000Z',
            country: 'US',
            title: 'Orders <b>',
            importance: 'high',
            actual: null,
            forecast: '1.5',
            previous: null,
          },
        ],
      });

    result = { status: 200, body: '{"events":' };
    server.clock.advance(3_600_000);
    expect((await ask(server, ida)).body).toMatchObject({ is_stale: false, read_at: readAt, events: [{ id: '7' }] });
    server.clock.advance(300_000);
    expect((await ask(server, ida)).body).toMatchObject({ is_stale: true, read_at: readAt, events: [{ id: '7' }] });
    result = { status: 200, body: '[]' };
    server.clock.advance(300_000);
    expect((await ask(server, ida)).body).toMatchObject({ is_stale: false, events: [] });
  });
});

it('needs an address', async () => {
  await expect(startServer({ env: { ECONOMY_FEED: 'http' } })).rejects.toThrow('ECONOMY_FEED_URL');
});
