import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './answer.ts';
import { answerIndex, type Index } from './index-page.ts';
import type { Strike } from './strike.ts';

/** A call as it arrived. */
export interface Call {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Lies of every stand-in; `busy` does no work, the others do it first. */
export const commonLies = ['reset', 'empty', 'html', 'busy', 'silence', 'wrong_types'] as const;
export type CommonLie = (typeof commonLies)[number];

interface StandIn<Lie extends string> {
  /** @param lie what it is to lie about in this call */
  handle: (call: Call, lie: Lie | undefined) => Promise<Answer> | Answer;
  lies: readonly Lie[];
  /** What tests compare with our own records. */
  seen: () => unknown;
  /** What a person sees of it. */
  index: Index;
  port?: number;
  /** How long a silent one keeps the connection. */
  silenceMs?: number;
}

export interface RunningStandIn<Lie extends string> {
  url: string;
  /** Every call but those of tests. */
  calls: Call[];
  lie: (name: Lie | CommonLie, times?: number) => void;
  /** Takes back the lies that were not used. */
  beHonest: () => void;
  /** Runs at three moments of each call. */
  onStrike: (strike: Strike) => void;
  close: () => Promise<void>;
}

/** A service on this machine that keeps to the wire of a vendor, and lies when asked to: `POST /__lie`, `GET /__seen`. */
export async function startStandIn<Lie extends string>(of: StandIn<Lie>): Promise<RunningStandIn<Lie>> {
  const calls: Call[] = [];
  const planned: (Lie | CommonLie)[] = [];
  let strike: Strike = () => {};
  const lie = (name: Lie | CommonLie, times = 1) => void planned.push(...Array.from({ length: times }, () => name));
  const known: readonly string[] = [...commonLies, ...of.lies];

  async function answer(call: Call): Promise<Answer | 'reset'> {
    if (call.url.pathname === '/') return answerIndex(of.index, call.method, call.body);
    if (call.url.pathname === '/__seen') return { status: 200, body: of.seen() };
    if (call.url.pathname === '/__lie') {
      const { name, times } = JSON.parse(call.body) as { name: Lie; times?: number };
      if (!known.includes(name)) return { status: 404, body: { lies: known } };
      lie(name, times);
      return { status: 200, body: {} };
    }
    calls.push(call);
    if ((await strike('before', call.url.pathname, call.method)) === 'lost') return 'reset';
    const next = planned.shift();
    if (next === 'busy') return { status: 503, headers: { 'retry-after': '2' }, body: '' };
    const isOwn = next !== undefined && !commonLies.some((each) => each === next);
    const honest = await of.handle(call, isOwn ? (next as Lie) : undefined);
    await strike('done', call.url.pathname, call.method);
    if (next === undefined) return honest;
    switch (next) {
      case 'reset':
        return 'reset';
      case 'empty':
        return { status: 200, body: '' };
      case 'html':
        return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html><body>Welcome</body></html>' };
      case 'silence':
        return { ...honest, afterMs: of.silenceMs ?? 30_000 };
      case 'wrong_types':
        return {
          status: honest.status,
          body: { sid: 7, id: [], status: {}, results: 'none', responses: [], datasets: 1 },
        };
      default:
        return honest;
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = 'GET', headers, url = '/' } = request;
      const call = { method, headers, url: new URL(url, 'http://stand-in'), body: Buffer.concat(chunks).toString() };
      const failed = (error: unknown) => ({ status: 500, body: { error: String(error) } });
      void answer(call)
        .catch(failed)
        .then((given: Answer | 'reset') => {
          if (given === 'reset') return request.socket.destroy();
          response.on('finish', () => strike('answered', call.url.pathname, call.method));
          const { status, headers: more, body = '', afterMs = 0 } = given;
          const text = typeof body === 'string' ? body : JSON.stringify(body);
          const send = () => response.writeHead(status, { 'content-type': 'application/json', ...more }).end(text);
          return afterMs ? setTimeout(send, afterMs).unref() : send();
        });
    });
  });
  await once(server.listen(of.port ?? 0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    lie,
    beHonest: () => void (planned.length = 0),
    onStrike: (given) => void (strike = given),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
