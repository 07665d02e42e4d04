import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '#server/platform/id.ts';
import type { App } from '#server/platform/app.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { HookCall, HookEvent, Hooks } from '#server/platform/connections/hooks.ts';
import { sha256 } from '#server/platform/secrets/token.ts';
import { limitHooks } from './hook-limits.ts';
import { openRefusedHooks } from './refused-hooks.ts';
import type { StoreEvents } from './store-events.ts';

const bodyLimitBytes = 1024 * 1024;
/** So long a connection is kept as it was read: its secrets change at most so much later. */
const keptMs = 1000;
const maxKept = 1000;

const silentRefusal = { status: 401, body: '', type: 'text/plain; charset=utf-8' };

type Params = { connection: string; path: string };
type Found = (OpenConnection & { hookUrl: string }) | null;

/**
 * The calls of providers. Each comes to an address of its connection with a random part, carries a signature in place of a
 * session, and is stored before it is answered; nothing else is done here.
 */
export function takeHooks(app: App, store: StoreEvents): void {
  const { log } = app;
  const find = keepShortly(app);
  const refused = openRefusedHooks(app);
  const limits = limitHooks(app);
  app.http.addHook('onClose', () => refused.flush());

  /** Before the body: only who knows an address may send one. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    reply.header('cache-control', 'no-store');
    const params = request.params as Params;
    limits.check({ ...params, ip: request.ip });
    const connection = await find(params);
    if (!connection || !hooksOf(connection)) {
      limits.gone(params);
      return reply.code(404).header('connection', 'close').send();
    }
    limits.found(params);
    return undefined;
  }

  async function take(request: FastifyRequest<{ Params: Params }>, reply: FastifyReply): Promise<unknown> {
    const connection = await find(request.params);
    const hooks = connection ? hooksOf(connection) : undefined;
    if (!connection || !hooks) return reply.code(404).send();
    const query = request.url.indexOf('?');
    const call: HookCall = {
      headers: headersOf(request),
      raw: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      url: connection.hookUrl + (query < 0 ? '' : request.url.slice(query)),
    };
    const signature = await verify(hooks, call);
    if (signature === 'bad_signature' || signature === 'too_old') {
      refused.note(connection.id, signature);
      limits.refused(connection.id, request.ip);
      const { status, body, type } = hooks.refusal ?? silentRefusal;
      return reply.code(status).type(type).send(body);
    }
    limits.taken(connection.id);
    const events = read(hooks, call);
    const isRead = !(events instanceof Error);
    if (!isRead) {
      refused.note(connection.id, 'unreadable');
      log.warn({ err: events, connection: connection.id }, 'a signed call of a provider cannot be read');
    }
    const isTaken = await store({
      connectionId: connection.id,
      signature,
      headers: keptOf(hooks, call),
      raw: call.raw,
      events: isRead ? events : [unreadable(call, events)],
    }).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, connection: connection.id }, 'a call of a provider was not stored');
        return false;
      },
    );
    if (!isRead) return reply.code(400).send();
    const { status, body, type = 'text/plain; charset=utf-8' } = hooks.answer(isTaken ? 'taken' : 'busy');
    return reply.code(status).type(type).send(body);
  }

  void app.http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) => {
      done(null, body);
    });
    scope.addHook('onRequest', admit);
    const options = { config: { antiForgery: false }, bodyLimit: bodyLimitBytes };
    scope.post<{ Params: Params }>('/hooks/:connection/:path', options, take);
  });
}

/** What an adapter cannot verify is not signed. */
async function verify(hooks: Hooks, call: HookCall) {
  try {
    return await hooks.verify(call);
  } catch {
    return 'bad_signature';
  }
}

function read(hooks: Hooks, call: HookCall): HookEvent[] | Error {
  try {
    return hooks.read(call);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A signed call that is not what the provider documents is kept for staff, the same one once: the provider may not repeat it. */
const unreadable = ({ raw }: HookCall, { message }: Error): HookEvent => ({
  eventId: `unreadable ${sha256(raw).toString('hex')}`,
  type: 'unreadable',
  subject: null,
  ref: null,
  failure: message,
});

const keptOf = ({ keptHeaders }: Hooks, { headers }: HookCall): Record<string, string> =>
  Object.fromEntries(keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));

const hooksOf = ({ port }: OpenConnection): Hooks | undefined => ('hooks' in port ? port.hooks : undefined);

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );

/** Keeps connections for a moment, also that there is none: providers call often, and strangers may. */
function keepShortly({ connections, clock }: App) {
  const kept = new Map<string, { until: number; found: Promise<Found> }>();
  return ({ connection: id, path }: Params): Promise<Found> => {
    if (!isId(id) || !/^[0-9a-f]{32}$/.test(path)) return Promise.resolve(null);
    const key = `${id} ${path}`;
    const now = clock.now().getTime();
    const known = kept.get(key);
    if (known && known.until > now) return known.found;
    const found = connections.openHook(id, path);
    found.catch(() => kept.delete(key));
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.delete(key);
    kept.set(key, { until: now + keptMs, found });
    return found;
  };
}
