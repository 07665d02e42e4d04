import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Atrium, type AtriumOptions } from '#sdk/index.ts';

/** A server that answers what each test gives, one response after another, the last for good; `none` hangs up. */
type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'none' | 'silence';
const servers: Server[] = [];
const received: { method: string; url: string; key: string | undefined; body: string }[] = [];
afterEach(async () => {
  received.length = 0;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

async function answering(answers: Answer[], options: Partial<AtriumOptions> = {}): Promise<Atrium> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += String(part);
    const key = request.headers['idempotency-key'];
    received.push({
      method: request.method ?? '',
      url: request.url ?? '',
      key: typeof key === 'string' ? key : undefined,
      body,
    });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? 'none';
    if (answer === 'none') response.destroy();
    else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end(answer.body ?? '{}');
  };
  const listening = createServer((request, response) => void respond(request, response));
  servers.push(listening);
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready));
  return new Atrium({
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    key: 'secret',
    ...options,
  });
}
const soon = { 'retry-after': '0' };
const done: Answer = { status: 200, body: '{"client_id":"1","tag":"VIP","tagged":true}' };

describe('a call', () => {
  it.each([
    ['is asked to wait', { status: 429, headers: soon }],
    ['meets a server that starts', { status: 503, headers: soon }],
    ['gets no response', 'none'],
  ] as [string, Answer][])('that %s is repeated, a write under its first key', async (_, first) => {
    const atrium = await answering([first, done]);
    await expect(atrium.addTag('1', { tag: 'VIP' })).resolves.toMatchObject({ tagged: true });
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/api/operator/v1/clients/1/tags',
      body: '{"tag":"VIP"}',
    });
    expect(received[0]?.key).toMatch(/^[\w-]{8,80}$/);
  });

  it.each([400, 401, 403, 404, 409, 422, 500])('that is refused with %i is not', async (status) => {
    const atrium = await answering([{ status, headers: soon, body: '{"message":"No.","code":"x.y"}' }]);
    await expect(atrium.clients()).rejects.toMatchObject({ status, code: 'x.y', message: 'No.' });
    expect(received).toHaveLength(1);
  });

  it('ends after its repetitions, or before a wait of more than a minute', async () => {
    const busy = await answering([{ status: 503, headers: soon, body: '<html>' }], { retries: 2 });
    await expect(busy.clients()).rejects.toMatchObject({ status: 503, code: '', retryAfterS: 0 });
    expect(received).toHaveLength(3);
    const later = await answering([{ status: 429, headers: { 'retry-after': '61' } }]);
    received.length = 0;
    await expect(later.clients()).rejects.toMatchObject({ status: 429, retryAfterS: 61 });
    expect(received).toHaveLength(1);
  });

  it('is given up after its time', async () => {
    const slow = await answering(['silence'], { retries: 0, timeoutMs: 50 });
    await expect(slow.clients()).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('ends with its signal', async () => {
    const never = await answering([{ status: 503, headers: { 'retry-after': '30' } }]);
    const stop = new AbortController();
    const call = never.clients({}, { signal: stop.signal });
    await expect.poll(() => received.length).toBe(1);
    stop.abort(new Error('Stopped'));
    await expect(call).rejects.toThrow('Stopped');
  });

  it('takes its key nowhere else', async () => {
    const atrium = await answering([{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }], { retries: 0 });
    await expect(atrium.clients()).rejects.toThrow(TypeError);
    expect(() => new Atrium({ url: 'http://clients.example.com', key: 'secret' })).toThrow(TypeError);
    // Where it cannot stand in a header, `fetch` would name it.
    expect(() => new Atrium({ url: 'https://clients.example.com', key: 'secret\nother' })).toThrow(/^(?!.*secret)/s);
  });

  it('sends what was given, and leaves out what was not', async () => {
    const atrium = await answering([{ status: 200, body: '{"data":[],"next_cursor":null}' }]);
    await atrium.payments({ state: 'sent', limit: 5, client_id: undefined, reference: 'a&b' } as object);
    expect(received[0]?.url).toBe('/api/operator/v1/payments?state=sent&limit=5&reference=a%26b');
    await atrium.operations('../clients');
    expect(received[1]?.url).toBe('/api/operator/v1/wallets/..%2Fclients/operations');
  });
});
