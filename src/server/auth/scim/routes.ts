import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/platform/app.ts';
import { limitHere } from '#server/platform/http/limits/count-here.ts';
import { readActive, readFilter, readUserName, ScimError } from './messages.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import {
  findMembers,
  isActive,
  readMember,
  removeLeaver,
  scimPath,
  userOf,
  type Member,
  type Provider,
} from './users.ts';

/** Wrong tokens of one network. */
const wrong = { hits: 60, windowS: 60 };
/** Calls of one network: a provider compares all of staff within minutes. */
const all = { hits: 1200, windowS: 60 };
/** Users in one response. */
const most = 200;

type Request = FastifyRequest<{
  Params: { id?: string; name?: string };
  Querystring: Record<string, string | string[] | undefined>;
}>;
type Action = (
  provider: Provider,
  request: Request,
  reply: FastifyReply,
) => object | undefined | Promise<object | undefined>;

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) for people who leave: the provider of single sign-on reads staff and reports who is no longer active.
 * It makes no one staff. A token of the connection takes the place of a session, so no cookie counts.
 */
export function scimRoutes(app: App): void {
  const wrongTokens = limitHere(app, wrong);
  const calls = limitHere(app, all);
  const { appUrl } = app.config;

  /** @throws ScimError, or Refusal `http.too_many` */
  async function admit({ ip, headers }: FastifyRequest): Promise<Provider> {
    wrongTokens.check(ip);
    calls.hit(ip);
    const [, token = ''] = /^Bearer ([!-~]{1,1000})$/i.exec(headers.authorization ?? '') ?? [];
    const providers = token === '' ? [] : await app.connections.openEvenFailing('staff_sign_in');
    const provider = providers.find(({ port }) => port.isScimToken(token));
    if (provider) return provider;
    wrongTokens.count(ip);
    throw new ScimError(401, 'The token is not that of a connection in use.');
  }

  const by = (action: Action) => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').type('application/scim+json');
    const provider = await admit(request);
    return reply.send(await action(provider, request as Request, reply));
  };

  const show = (member: Member) => userOf(appUrl, member);

  /** Only two people make a person active again, by giving roles. @throws ScimError */
  async function setActive(provider: Provider, id: string, active: boolean | undefined): Promise<object> {
    if (active === false) return show(await removeLeaver(app, provider, id));
    const member = await readMember(app.db, provider, id);
    if (active && !isActive(member)) throw new ScimError(403, 'Two people give roles in Atrium.');
    return show(member);
  }

  async function list(provider: Provider, { query }: Request): Promise<object> {
    const members = await findMembers(app.db, provider, readFilter(textOf(query['filter'])));
    const start = Math.max(numberOf(query['startIndex']) ?? 1, 1);
    const count = Math.min(Math.max(numberOf(query['count']) ?? most, 0), most);
    const page = members.slice(start - 1, start - 1 + count);
    return listOf(page.map(show), { total: members.length, start });
  }

  /** @throws ScimError always */
  async function create(provider: Provider, body: unknown): Promise<never> {
    const [found] = await findMembers(app.db, provider, { by: 'email', value: readUserName(body) });
    if (found) throw new ScimError(409, 'There is a member of staff with this userName.', 'uniqueness');
    throw new ScimError(403, 'Two people make a person a member of staff in Atrium.');
  }

  void app.http.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string' },
        scope.getDefaultJsonParser('error', 'error'),
      );
      scope.setErrorHandler((error, _request, reply) => {
        // All else is answered as everywhere.
        if (!(error instanceof ScimError)) throw error;
        if (error.status === 401) reply.header('www-authenticate', 'Bearer');
        return reply.code(error.status).type('application/scim+json').send(error.toBody());
      });
      const options = { config: { antiForgery: false } };
      scope.get('/Users', options, by(list));
      scope.get(
        '/Users/:id',
        options,
        by(async (provider, { params: { id = '' } }) => show(await readMember(app.db, provider, id))),
      );
      scope.post(
        '/Users',
        options,
        by((provider, { body }) => create(provider, body)),
      );
      scope.put(
        '/Users/:id',
        options,
        by((provider, { params: { id = '' }, body }) => setActive(provider, id, readActive(body, 'user'))),
      );
      scope.patch(
        '/Users/:id',
        options,
        by((provider, { params: { id = '' }, body }) => setActive(provider, id, readActive(body, 'patch'))),
      );
      scope.delete(
        '/Users/:id',
        options,
        by(async (provider, { params: { id = '' } }, reply) => {
          await removeLeaver(app, provider, id);
          reply.code(204);
          return undefined;
        }),
      );
      scope.get(
        '/ServiceProviderConfig',
        options,
        by(() => serviceProviderConfig(appUrl)),
      );
      scope.get(
        '/ResourceTypes',
        options,
        by(() => listOf(resourceTypes(appUrl))),
      );
      scope.get(
        '/ResourceTypes/:name',
        options,
        by((_provider, { params }) => named(resourceTypes(appUrl), params.name)),
      );
      scope.get(
        '/Schemas',
        options,
        by(() => listOf(schemas(appUrl))),
      );
      scope.get(
        '/Schemas/:name',
        options,
        by((_provider, { params }) => named(schemas(appUrl), params.name)),
      );
      scope.all(
        '/*',
        options,
        by(() => named([], '')),
      );
    },
    { prefix: scimPath },
  );
}

/** @throws ScimError */
function named<Resource extends { id: string }>(resources: Resource[], id: string | undefined): Resource {
  const found = resources.find((each) => each.id === id);
  if (!found) throw new ScimError(404, 'There is no such resource.');
  return found;
}

const listOf = (resources: object[], { total = resources.length, start = 1 } = {}) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  itemsPerPage: resources.length,
  startIndex: start,
  Resources: resources,
});

const textOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** @throws ScimError */
function numberOf(value: string | string[] | undefined): number | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, 'startIndex and count are whole numbers.', 'invalidValue');
  return Number(text);
}
