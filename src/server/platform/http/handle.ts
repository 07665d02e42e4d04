import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { api, type Api, type EndpointName } from '#contract/api.ts';
import type { ResponseBody, Endpoint, Guard, ScopeGuard, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Scope } from '#contract/operator/names.ts';
import type { ApiKey } from '../secrets/api-key.ts';
import type { App } from '../app.ts';
import { refuse, refuseUntil, notFound } from '../refusal.ts';
import { replaceBinding } from '../session/change.ts';
import { deviceOf, isStaff, type Person } from '../session/session.ts';
import { setBinding } from './security/binding-cookie.ts';
import { keyOf } from './idempotency-key.ts';
import { readFromReplica } from './reads/fresh-reads.ts';
import { asCaller } from './caller.ts';
import { withoutBlanks } from './form-blanks.ts';
import { limitKey } from './limits/key-limit.ts';
import { requestProof } from './needed-proof.ts';
import { countByNetwork, countHit, type Limit, type Window } from './limits/rate-limit.ts';
import { personOf } from './under-impersonation.ts';
import { holdsUnstorable } from './validation.ts';

/** The signed-in person: always present where the guard requires one, otherwise optional. */
type Me<E extends Endpoint> = E['guard'] extends 'anyone'
  ? Person | null
  : E['guard'] extends 'guest' | ScopeGuard
    ? null
    : Person;

export interface Call<E extends Endpoint> extends RequestInput<E> {
  me: Me<E>;
  /** The program that calls, where the guard requires a scope. */
  program: E['guard'] extends ScopeGuard ? ApiKey : undefined;
  /** The caller's name for this intent. */
  key: E extends { idempotent: true } ? string : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Binds a handler to its endpoint of the contract: the contract defines who may call, how often, the input and the
 * response, and they are checked in that order. Fields that the schema of the response does not name are dropped.
 */
export function handle<Name extends EndpointName>(
  app: App,
  name: Name,
  action: (call: Call<Api[Name]>) => Promise<ResponseBody<Api[Name]>>,
): void {
  const endpoint: Endpoint = api[name];
  const [method, url] = endpoint.route.split(' ') as [HTTPMethods, string];
  const scope = scopeOf(endpoint.guard);
  app.http.route({
    method,
    url,
    // A mail program that previews by HEAD would use up a one-time link.
    exposeHeadRoute: false,
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    config: {
      endpoint: name,
      isForKeys: scope !== undefined,
      beforeOpening: endpoint.beforeOpening !== undefined,
      antiForgery: endpoint.antiForgery ?? true,
    },
    schema: schemaOf(endpoint),
    preValidation: async (request, reply) => {
      if (endpoint.beforeOpening === 'only' && app.settings.isOpen()) throw notFound();
      if (endpoint.demoOnly && !app.config.demo) throw notFound();
      let { me } = request;
      if (scope) {
        const key = admitKey(request.apiKey);
        await limitKey(app, key, reply);
        if (!key.scopes.includes(scope)) throw refuse('operator.scope', { scope });
      } else {
        if (isDue(app, me) && !endpoint.beforeSecondFactor) refuseAccess(endpoint.guard, request);
        me = await personOf(app, endpoint, request);
        admit(endpoint.guard, me);
      }
      await limit(app, name, endpoint, request);
      request.me = me;
      if (endpoint.notDuringClosure && me?.closesAt) throw refuse('clients.closure_pending');
      if (endpoint.needsConsent && me?.owesConsent) throw refuse('legal.unaccepted');
      requestProof(app, endpoint, me);
      if (endpoint.body) request.body ??= {};
      if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
        request.body = withoutBlanks(endpoint.body, request.body);
    },
    handler: async (request, reply) => {
      const { body, params, query, me, apiKey: program } = request;
      if ([body, params, query].some(holdsUnstorable)) throw refuse('http.malformed');
      reply.header('cache-control', 'no-store');
      const key = endpoint.idempotent ? keyOf(request) : undefined;
      // The guard and the validation above are what makes this true.
      const call = { body, params, query, me, program, key, request, reply } as unknown as Call<Api[Name]>;
      const work = async () => asCaller({ ip: request.ip, personId: me?.id }, () => action(call));
      const response = await (endpoint.readsReplica ? readFromReplica(app, request, reply, work) : work());
      if (me && endpoint.body && holdsProof(endpoint.body, body)) await replaceHalf(app, me, request, reply);
      return response;
    },
  });
}

/** Whether the caller has proven again to be the person of the session. */
const holdsProof = ({ shape }: NonNullable<Endpoint['body']>, body: unknown): boolean => {
  const given = body as Record<string, unknown>;
  return (
    'current_password' in shape && [given['current_password'], given['passkey']].some((part) => part !== undefined)
  );
};

/** A proof replaces half of the session, so that what was copied of it before is soon worthless. */
async function replaceHalf(app: App, me: Person, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const replaced = await app.db.tx((tx) =>
    replaceBinding(tx, app, { sessionId: me.sessionId, device: deviceOf(request) }),
  );
  if (replaced) setBinding(request, reply, replaced.binding, replaced.maxAgeS);
}

function schemaOf({ params, query, body, response }: Endpoint) {
  return {
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    response: { 200: response },
  };
}

/** The scope that a key needs; undefined where people call. */
function scopeOf(guard: Guard): Scope | undefined {
  return typeof guard === 'object' && 'scope' in guard ? guard.scope : undefined;
}

/**
 * Calls that the key may not make from here do not count against it: a person who found it elsewhere cannot use up its
 * calls.
 * @throws Refusal when there is no key, as with a person's session, or one that may not be used from here
 */
function admitKey(key: ApiKey | null): ApiKey {
  if (!key) throw refuse('http.unauthenticated');
  if (!key.isFromHere) throw refuse('operator.address');
  return key;
}

/** @throws Refusal when this person may not call */
export function admit(guard: Guard, me: Person | null): void {
  if (guard === 'anyone') return;
  if (guard === 'guest') {
    if (me) throw refuse('auth.already_signed_in');
    return;
  }
  if (!me) throw refuse('http.unauthenticated');
  if (guard === 'signed_in') return;
  const may =
    guard === 'staff' ? isStaff(me) : 'scope' in guard ? false : guard.some((role) => me.roles.includes(role));
  if (!may) throw refuse('http.forbidden');
}

/** Whether a person has yet to set up their second factor: staff, or a client where the operator requires it of all. */
export function isDue({ config, settings }: Pick<App, 'config' | 'settings'>, me: Person | null): boolean {
  if (me === null || me.hasSecondFactor) return false;
  return isStaff(me) ? config.staffSecondFactor : settings.value('security.client_second_factor') === 'must';
}

/** Until then the person counts as not signed in on public endpoints, and is refused elsewhere. */
function refuseAccess(guard: Guard, request: FastifyRequest): void {
  if (guard !== 'anyone') throw refuse('auth.second_factor_due');
  request.me = null;
}

async function limit(app: App, name: string, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (!endpoint.rateLimit) return;
  const { by, ...max } = endpoint.rateLimit;
  const caller = by === 'person' ? request.me : by === 'key' ? request.apiKey : null;
  const over = caller
    ? await countPerson(app, [name, caller.id], max)
    : await countByNetwork(app.db, app.clock, [name], request.ip, max);
  if (over) throw refuseUntil('http.too_many', over.endsInS);
}

async function countPerson({ db, clock }: App, key: string[], { hits, windowS }: Limit): Promise<Window | undefined> {
  const window = await countHit(db, clock, key, windowS);
  return window.hits > hits ? window : undefined;
}
