import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { acts, type Act, type Card } from './acts.ts';
import { Books } from './books.ts';
import { answerCall, failure, type Answer } from './calls.ts';
import { Delivery } from './deliver.ts';
import { parseForm } from './form.ts';
import { Keys } from './keys.ts';
import { Lies } from '../lies.ts';
import { lieNames, respond, type LieName } from './lies.ts';
import type { Strike } from '../strike.ts';
import { answerIndex, type Index } from '../index-page.ts';
import type { Session } from './objects.ts';
import { payPage } from './pay-page.ts';
import { keysAlone } from '../../act-page.ts';

export const standInKey = 'sk_test_standin';
/** A restricted key that has every right but one: that to the objects whose paths begin with `/v1/<name>`. */
export const keyWithout = (name: string): string => `rk_test_without_${name}`;
export const standInSecret = 'whsec_standin';
export const apiVersion = '2026-10-28.endive';

/** A call that reached it, without its headers. */
export interface Seen {
  method: string;
  path: string;
  key: string | null;
  status: number;
}

export interface StripeStandIn {
  url: string;
  books: Books;
  delivery: Delivery;
  seen: Seen[];
  /** Runs at three moments of each call of the interface. */
  strike: Strike;
  lie(name: LieName, times?: number): void;
  honest(): void;
  /** @param card where another one pays than usual */
  act(session: string, act: Act, card?: Card): void;
  close(): Promise<void>;
}

/**
 * A stand-in for Stripe on this machine, for development and tests: it checks requests as strictly as Stripe documents,
 * keeps its own books, signs its events, and lies when it is asked to.
 */
export async function startStripe({
  port = 0,
  live = false,
  now = () => Math.floor(Date.now() / 1000),
  text = keysAlone,
} = {}): Promise<StripeStandIn> {
  const lies = new Lies<LieName>();
  const books = new Books(live, now);
  const delivery = new Delivery([standInSecret], lies, now);
  const keys = new Keys();
  books.announce = (event) => delivery.send(event);
  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const standIn: StripeStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
    delivery,
    seen: [],
    strike: () => {},
    lie: (name, times = 1) => lies.tell(name, times),
    honest: () => lies.clear(),
    act: (session, name, card) => acts[name](books, books.sessionOf(session), card),
    close: () => {
      delivery.close();
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
  const index: Index = {
    name: 'Stripe',
    lists: () => [{ title: 'Payments', shown: [...books.sessions.values()].toReversed().map(shownOf) }],
    act: (id, name) => acts[name as Act](books, books.sessionOf(id)),
  };
  return standIn;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', headers } = request;
    const url = new URL(request.url ?? '/', standIn.url);
    const body = await bodyOf(request);
    const isCall = url.pathname.startsWith('/v1/');
    if (isCall && (await standIn.strike('before', url.pathname, method)) === 'lost')
      return void request.socket.destroy();
    if (url.pathname === '/') {
      const { status, headers: given, body: page } = await answerIndex(index, method, body);
      return void response.writeHead(status, given).end(page);
    }
    if (url.pathname.startsWith('/__')) return control(url.pathname, body, response);
    if (url.pathname.startsWith('/pay/')) return pay(request, url.pathname.split('/')[2] ?? '', body, response);
    const key = headers['idempotency-key'];
    const fault = faultOf(request, body);
    const answer = fault ?? answerTo(method, url, body, typeof key === 'string' ? key : undefined);
    standIn.seen.push({ method, path: url.pathname, key: typeof key === 'string' ? key : null, status: answer.status });
    response.on('finish', () => standIn.strike('answered', url.pathname, method));
    await standIn.strike('done', url.pathname, method);
    respond(response, lies, answer);
  }

  function answerTo(method: string, url: URL, body: string, key: string | undefined): Answer {
    if (lies.takes('too_many'))
      return failure(429, 'invalid_request_error', 'Too many requests.', { code: 'rate_limit' });
    if (method === 'POST' && lies.takes('locked'))
      return failure(409, 'invalid_request_error', 'This object cannot be accessed right now.', {
        code: 'lock_timeout',
      });
    const form = parseForm(method === 'GET' ? url.search.slice(1) : body);
    const run = () => answerCall(books, method, url.pathname, form, standIn.url);
    if (method !== 'POST') return run();
    const answer = keys.run(key, `${url.pathname} ${body}`, run);
    const { id } = answer.body as { id?: string };
    if (id?.startsWith('cs_') && books.sessions.get(id)?.status === 'open' && lies.takes('paid_before_answer'))
      acts.pay(books, books.sessionOf(id));
    return answer;
  }

  function pay({ method, headers }: IncomingMessage, id: string, body: string, response: ServerResponse): void {
    const session = books.sessionOf(id);
    const name = new URLSearchParams(body).get('act') ?? '';
    if (method === 'POST' && name in acts) {
      acts[name as Act](books, session);
      const back = (name === 'pay' || name === 'debit' ? session.success_url : session.cancel_url) ?? '/';
      response.writeHead(303, { location: back.replace('{CHECKOUT_SESSION_ID}', session.id) }).end();
      return;
    }
    const page = payPage(text, session, headers['accept-language']);
    response.writeHead(page.status, page.headers).end(page.body);
  }

  function control(path: string, body: string, response: ServerResponse): void {
    const input = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>);
    const name = lieNames.find((each) => each === input['name']);
    if (path === '/__lie' && name) lies.tell(name, Number(input['times'] ?? 1));
    else if (path === '/__hook') delivery.hook = String(input['url']);
    else if (path === '/__secret') delivery.secrets = [String(input['secret']), ...delivery.secrets].slice(0, 2);
    else if (path === '/__act') standIn.act(String(input['session']), String(input['act']) as Act);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ seen: standIn.seen, totals: books.totals(), sessions: [...books.sessions.values()] }),
    );
  }
}

const shownOf = ({
  id,
  amount_total: amount,
  currency,
  client_reference_id: ref,
  status,
  payment_status: paid,
}: Session) => ({
  id,
  text: `${amount} minor units of ${currency}, ${ref}, session ${status}, ${paid}`,
  page: `/pay/${id}`,
  acts: Object.keys(acts),
});

/** Refuses what Stripe refuses before it looks at the call. */
function faultOf({ method, headers, url = '' }: IncomingMessage, body: string): Answer | null {
  const key = headers.authorization?.replace('Bearer ', '') ?? '';
  const lacks = key.startsWith(keyWithout('')) ? key.slice(keyWithout('').length) : null;
  if (key !== standInKey && lacks === null) return failure(401, 'invalid_request_error', 'Invalid API Key provided');
  if (lacks !== null && url.startsWith(`/v1/${lacks}`))
    return failure(403, 'invalid_request_error', 'The provided key does not have the required permissions.');
  if (headers['stripe-version'] !== apiVersion)
    return failure(400, 'invalid_request_error', `Invalid Stripe API version: ${String(headers['stripe-version'])}`);
  if (method === 'POST' && body !== '' && !headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return failure(400, 'invalid_request_error', 'Invalid request: use application/x-www-form-urlencoded');
  return null;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
