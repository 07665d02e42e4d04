import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCollector } from '#test/external-services/collector.ts';
import { deliver, type Delivery } from './collector.ts';

let collector: Awaited<ReturnType<typeof startCollector>>;
beforeEach(async () => void (collector = await startCollector()));
afterEach(() => collector.close());

const send = (withinMs?: number) => deliver({ url: collector.url, headers: { 'x-key': '1' } }, 'logs', {}, withinMs);

it('gets JSON at the address of the signal, with the headers of the settings', async () => {
  expect(await send()).toEqual({ is: 'taken' });
  const [request] = collector.requests;
  expect(request).toMatchObject({ path: '/v1/logs', text: '{}' });
  expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'x-key': '1' });
});

it.each<[string, (response: ServerResponse) => void, Delivery]>([
  ['400', (response) => response.writeHead(400).end('<html>'), { is: 'refused' }],
  ['413', (response) => response.writeHead(413).end(), { is: 'refused' }],
  ['500', (response) => response.writeHead(500).end(), { is: 'refused' }],
  ['503', (response) => response.writeHead(503).end(), { is: 'later', inMs: undefined }],
  ['429', (response) => response.writeHead(429, { 'retry-after': '3600' }).end(), { is: 'later', inMs: 3_600_000 }],
  ['a redirect', (response) => response.writeHead(307, { location: '/' }).end(), { is: 'refused' }],
  ['more than it may', (response) => response.writeHead(200).end('a'.repeat(100_000)), { is: 'refused' }],
  ['nothing', (response) => response.destroy(), { is: 'later', inMs: undefined }],
])('by the answer %s it is known what comes next', async (_, respond, delivery) => {
  collector.respond = respond;
  expect(await send()).toEqual(delivery);
});

it('is given no more time than there is', async () => {
  collector.respond = () => {};
  expect(await send(50)).toEqual({ is: 'later', inMs: undefined });
});
