import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startCollector } from '#test/external-services/collector.ts';
import { startServer } from '#test/server.ts';
import { isTracing } from './trace.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const droppedIn = (metrics: string) =>
  [...metrics.matchAll(/^atrium_telemetry_dropped_total\{.*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0);

it.each<[string, (response: ServerResponse) => void]>([
  ['answers 500', (response) => void response.writeHead(500).end()],
  ['answers without end', (response) => void response.writeHead(200).write('a')],
])('a collector that %s changes nothing for calls, and does not keep the server from stopping', async (_, respond) => {
  const collector = await startCollector();
  collector.respond = respond;
  closing.push(collector.close);
  const server = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const ida = await server.register();
  await server.drain();
  await expect.poll(() => collector.requests.length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await server.call('POST /api/wallets', { as: ida, body: {} })).status).toBe(200);
  const began = performance.now();
  await server.close();
  // Two seconds are the limit of what waits for the collector; the rest is for a busy machine.
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(isTracing()).toBe(false);
});

it('without a collector nothing is traced, and with one that is away calls work and losses are counted', async () => {
  const off = await startServer();
  closing.push(off.close);
  await off.register();
  expect(isTracing()).toBe(false);
  expect(off.logged.join('')).not.toContain('trace_id');
  const traced = await off.db.rows(sql`select from outbox where traceparent is not null`);
  expect(traced).toEqual([]);
  const away = await startServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' } });
  const ida = await away.register();
  for (let n = 0; n < 30; n += 1)
    expect((await away.call('POST /api/wallets', { as: ida, body: {} })).status).toBe(200);
  const { registry } = away.app.metrics;
  await away.close();
  expect(droppedIn(await registry.metrics())).toBeGreaterThan(30);
});
