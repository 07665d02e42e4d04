import type { FastifyReply, FastifyRequest } from 'fastify';
import { api, type EndpointName } from '#contract/api.ts';
import { freshReadsCookie } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { App } from '../../app.ts';
import type { Replicated } from '../../db/replica/replica.ts';

/**
 * For how long a browser asks to be shown everything after its person has changed something, and after a notice. Longer
 * than the bound of age, so that what was committed before is in all that any instance reads from a replica afterwards.
 * The browser counts it, so no two clocks are compared and instances share nothing for it.
 */
export const freshForS = (replica: Pick<Replicated, 'maxLagMs'>) => Math.ceil(replica.maxLagMs / 1000) + 1;

/** Does a call from the replica, where there is one. */
export async function readFromReplica<T>(
  { db }: Pick<App, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
): Promise<T> {
  if (!db.replica) return work();
  const isFresh = request.cookies[freshReadsCookie] !== undefined;
  const { result, hasWritten } = await db.replica.reading(isFresh, work);
  if (hasWritten) askForFresh(db.replica, request, reply);
  return result;
}

/** After every call that may have changed something, also one that was refused, as after a part of it. */
export function noteWrite({ db }: Pick<App, 'db'>, request: FastifyRequest, reply: FastifyReply): void {
  if (db.replica && !request.apiKey && mayWrite(request)) askForFresh(db.replica, request, reply);
}

/** The page writes it too, after a notice (`web/platform/realtime/realtime.ts`); it holds no secret. */
function askForFresh(replica: Replicated, request: FastifyRequest, reply: FastifyReply): void {
  reply.setCookie(freshReadsCookie, '1', {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: freshForS(replica),
  });
}

/** Some calls by GET leave a trace of the person; what anyone may get changes nothing, and may be cached. */
function mayWrite({ method, me, routeOptions }: FastifyRequest): boolean {
  const { endpoint: name } = routeOptions.config;
  if (method !== 'POST' && (name === undefined || !me)) return false;
  if (name === undefined) return true;
  const { reads, readsReplica, underImpersonation }: Endpoint = api[name as EndpointName];
  return !reads && !readsReplica && underImpersonation !== 'client' && underImpersonation !== 'reports';
}
