import type { ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startCollector } from '#test/external-services/collector.ts';
import { startServer } from '#test/server.ts';

const patience = { timeout: 30_000 };
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Report {
  transaction?: string;
  logger: string;
  level: string;
  tags: { request_id?: string };
  exception: { values: [{ type: string; value: string; stacktrace: { frames: { filename: string }[] } }] };
}

/** A service with the interface of Sentry, and a server that reports to it. */
async function start(respond?: (response: ServerResponse) => void) {
  const service = await startCollector();
  if (respond) service.respond = respond;
  closing.push(service.close);
  const server = await startServer({ env: { SENTRY_DSN: service.url.replace('//', '//public-key@') + '/42' } });
  closing.push(server.close);
  const reports = () => service.requests.map(({ text }) => JSON.parse(text.split('\n')[2] ?? '') as Report);
  const fail = (message: string, name = 'Error') =>
    server.app.log.error({ err: Object.assign(new Error(message), { name }), job: 'payments.watch' }, 'job failed');
  return { service, server, reports, fail };
}

it('reports a defect of a call by its place, without what the person sent', async () => {
  const { service, server, reports } = await start();
  const ida = await server.register();
  await server.db.run(sql`alter table wallet rename to wallet_gone`);
  const { status, refusal } = await server.call('POST /api/wallets', { as: ida, body: {} });
  await server.db.run(sql`alter table wallet_gone rename to wallet`);
  expect(status).toBe(500);
  await expect
    .poll(reports, patience)
    .toContainEqual(expect.objectContaining({ transaction: '/api/wallets', logger: 'defect', level: 'error' }));
  const report = reports().find(({ logger }) => logger === 'defect');
  expect(report?.tags.request_id).toBe(refusal.request_id);
  expect(report?.exception.values[0]).toMatchObject({ type: 'error', value: 'relation … does not exist' });
  const [request] = service.requests;
  expect(request).toMatchObject({ path: '/api/42/envelope/' });
  expect(request?.headers['x-sentry-auth']).toContain('sentry_key=public-key');
  for (const part of [ida.user.email, ida.token, ida.user.id, 'Berg'])
    expect([part, service.everything().includes(part)]).toEqual([part, false]);
});

it('reports ten different errors a minute and each once, and takes values out of messages', async () => {
  const { reports, fail } = await start();
  for (let n = 0; n < 50; n += 1) fail(`no mailbox for "Ida Berg" <ida.berg@example.com>`, `Kind${n % 25}`);
  await expect.poll(() => reports().length, patience).toBe(10);
  expect(reports()[0]).toMatchObject({ transaction: 'payments.watch', logger: 'job failed' });
  expect(reports()[0]?.exception.values[0]).toMatchObject({ value: 'no mailbox for … <…@…>' });
  expect(reports()[0]?.exception.values[0].stacktrace.frames.at(-1)?.filename).toMatch(/^src\/server\/platform\//);
});

it('pauses when the service wants no more, and changes nothing for calls when it does not answer', async () => {
  const { server, service, fail } = await start(
    (response) => void response.writeHead(429, { 'retry-after': '60' }).end(),
  );
  fail('one', 'First');
  await expect.poll(() => service.requests.length, patience).toBe(1);
  const ida = await server.register();
  service.respond = () => {};
  expect((await server.call('POST /api/wallets', { as: ida, body: {} })).status).toBe(200);
});

it('needs an address with a key and a project', () => {
  const read = (SENTRY_DSN: string) => readConfig({ SENTRY_DSN }).errorReports;
  expect(read('')).toBeUndefined();
  expect(read('https://key@errors.example.com/base/7')).toMatchObject({
    url: 'https://errors.example.com/base/api/7/envelope/',
    key: 'key',
  });
  for (const wrong of ['https://errors.example.com/7', 'https://key@errors.example.com/'])
    expect(() => read(wrong)).toThrow('SENTRY_DSN');
});
