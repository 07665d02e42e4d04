import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import type { Channel } from './sockets/channels.ts';
import type { Embedded } from './embedded.ts';
import { kindOf, socketIdPattern } from './protocol.ts';
import { objectionTo, type Credentials } from './signatures.ts';

const bodyLimitBytes = 256 * 1024;
const maxChannels = 100;
const maxEvents = 10;

const name = z.string().min(1).max(200);
const channelName = z.string().refine((channel) => kindOf(channel) !== undefined);
const socketId = z.string().regex(socketIdPattern);
const event = z.object({ name, data: z.string(), socket_id: socketId.optional(), info: z.string().optional() });
const toChannels = event
  .extend({ channel: channelName.optional(), channels: z.array(channelName).max(maxChannels).optional() })
  .refine(({ channel, channels }) => channel !== undefined || (channels?.length ?? 0) > 0);
const batchOf = z.object({ batch: z.array(event.extend({ channel: channelName })).max(maxEvents) });

/** An answer that is not 200, with the reason as text, as the servers of this protocol give it. */
class ApiRefusal extends Error {
  readonly status: number;
  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** The HTTP API of the protocol, for the operator's own programs: events in, channels out. Every call is signed. */
export function serveHttpApi(
  http: FastifyInstance,
  embedded: Embedded,
  credentials: Credentials,
  maxBytes: number,
): void {
  const { engine } = embedded;

  async function publish(events: { channels: string[]; event: z.output<typeof event> }[]) {
    if (events.some(({ event }) => Buffer.byteLength(event.data) > maxBytes))
      throw new ApiRefusal(413, `The data of an event may have ${maxBytes} bytes`);
    for (const { channels, event } of events) {
      for (const channel of channels) {
        const except = event.socket_id === undefined ? {} : { exceptSocketId: event.socket_id };
        await embedded.publish({ channel, event: event.name, data: event.data, ...except });
      }
    }
  }

  async function trigger(request: FastifyRequest) {
    const { channel, channels = [], ...event } = read(toChannels, request);
    const all = channel === undefined ? channels : [channel];
    await publish([{ channels: all, event }]);
    return event.info === undefined
      ? {}
      : { channels: Object.fromEntries(all.map((one) => [one, countsOf(engine.channel(one), event.info)])) };
  }

  async function triggerBatch(request: FastifyRequest) {
    const { batch } = read(batchOf, request);
    await publish(batch.map(({ channel, ...event }) => ({ channels: [channel], event })));
    return batch.some(({ info }) => info !== undefined)
      ? { batch: batch.map(({ channel, info }) => countsOf(engine.channel(channel), info)) }
      : {};
  }

  function list(request: FastifyRequest) {
    const { filter_by_prefix: prefix = '', info = '' } = request.query as Record<string, string>;
    if (info.includes('user_count') && !prefix.startsWith('presence-'))
      throw new ApiRefusal(400, 'user_count is known of presence channels only');
    const names = engine.channelNames().filter((one) => one.startsWith(prefix) && !one.startsWith('#'));
    return { channels: Object.fromEntries(names.map((one) => [one, countsOf(engine.channel(one), info)])) };
  }

  function describe(request: FastifyRequest) {
    const { info = '' } = request.query as Record<string, string>;
    const channel = engine.channel(channelOf(request));
    return { occupied: channel !== undefined, ...countsOf(channel, info) };
  }

  function listMembers(request: FastifyRequest) {
    const channel = channelOf(request);
    if (kindOf(channel) !== 'presence') throw new ApiRefusal(400, 'Users are known of presence channels only');
    const members = engine.channel(channel)?.members.values() ?? [];
    return { users: [...members].map(({ member }) => ({ id: member.user_id })) };
  }

  void http.register(async (scope) => {
    // The signature is over the body as it came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyLimitBytes }, (_, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof ApiRefusal || error instanceof Refusal)
        return reply.code(error.status).type('text/plain').send(error.message);
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      if (status >= 500) request.log.error({ err: error }, 'defect');
      return reply
        .code(status)
        .type('text/plain')
        .send(status >= 500 ? 'Internal error' : 'Bad request');
    });
    scope.addHook('preHandler', async (request) => believe(request, credentials));
    // Each call is signed, and they wait for the opening as those of the contract do.
    const route = { config: { antiForgery: false, beforeOpening: false } };
    const base = '/apps/:appId';
    scope.post(`${base}/events`, { ...route, bodyLimit: bodyLimitBytes }, trigger);
    scope.post(`${base}/batch_events`, { ...route, bodyLimit: bodyLimitBytes }, triggerBatch);
    scope.get(`${base}/channels`, route, async (request) => list(request));
    scope.get(`${base}/channels/:channel`, route, async (request) => describe(request));
    scope.get(`${base}/channels/:channel/users`, route, async (request) => listMembers(request));
    scope.post(`${base}/users/:userId/terminate_connections`, route, async (request) => {
      await embedded.terminate((request.params as { userId: string }).userId);
      return {};
    });
  });
}

const channelOf = (request: FastifyRequest) => (request.params as { channel: string }).channel;

/** @throws ApiRefusal for a call that we did not sign */
function believe(request: FastifyRequest, credentials: Credentials): void {
  const { appId } = request.params as { appId: string };
  if (appId !== credentials.appId) throw new ApiRefusal(404, 'Unknown app');
  const query = Object.fromEntries(Object.entries(request.query as object).map(([key, value]) => [key, String(value)]));
  const body = typeof request.body === 'string' ? request.body : '';
  const call = { method: request.method, path: request.url.split('?')[0] ?? '', query, body };
  const objection = objectionTo(credentials, call, Math.floor(Date.now() / 1000));
  if (objection !== undefined) throw new ApiRefusal(401, objection);
}

function read<S extends z.ZodType>(schema: S, { body }: FastifyRequest): z.output<S> {
  try {
    return schema.parse(JSON.parse(String(body)));
  } catch {
    throw new ApiRefusal(400, 'The body is not what this call takes');
  }
}

/** The counts that a caller requested, and no others. */
function countsOf(channel: Channel | undefined, info = ''): object {
  const attributes = info.split(',');
  return {
    ...(attributes.includes('user_count') ? { user_count: channel?.members.size ?? 0 } : {}),
    ...(attributes.includes('subscription_count') ? { subscription_count: channel?.connections.size ?? 0 } : {}),
  };
}
