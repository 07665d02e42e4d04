import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import type { OutgoingAnswer } from '#server/platform/connections/guarded-fetch.ts';
import { mapDone, type Outcome } from '#server/platform/connections/outcome.ts';
import type { IdentityProvider, IdentityResult } from '#server/platform/connections/ports/identity.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { readJson } from '#server/platform/connections/read-json.ts';
import { applicantAnswer, applicantCreated, linkAnswer, readResult } from './answers.ts';
import { sumsubHooks } from './hooks.ts';
import { digests, signRequest } from './signature.ts';

const settings = z.strictObject({
  level_name: z.string().regex(/^[\w .-]{1,100}$/),
  digest: z.enum(digests),
  // Connections from before this setting leave the decision to staff.
  approves: z.boolean().default(false),
  stand_in: z.url().optional(),
});
type Settings = z.output<typeof settings>;

const origin = 'https://api.sumsub.com';
/** How long a link works. */
const linkS = 1800;

/** Identity checks on the pages of Sumsub. */
export const sumsub: Adapter<'identity', typeof settings> = {
  name: 'sumsub',
  port: 'identity',
  settings,
  hosts: () => [new URL(origin).host],
  open: (connection, io) => openSumsub(connection, io),
};

interface Call {
  purpose: string;
  ref: string | null;
  expects?: number;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

function openSumsub({ settings: set, secrets }: Connection<Settings>, io: Io): IdentityProvider {
  const [appToken = ''] = secrets['app_token'] ?? [];
  const [secretKey = ''] = secrets['secret_key'] ?? [];
  const base = set.stand_in?.replace(/\/+$/, '') ?? origin;
  const level = encodeURIComponent(set.level_name);

  function call({ path, body, ...of }: Call): Promise<OutgoingAnswer> {
    const seconds = Math.floor(io.now().getTime() / 1000);
    const text = body === undefined ? '' : JSON.stringify(body);
    return io.http({
      ...of,
      url: `${base}${path}`,
      headers: {
        'x-app-token': appToken,
        'x-app-access-ts': String(seconds),
        'x-app-access-sig': signRequest(secretKey, { seconds, method: of.method, path, body: text }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: text }),
    });
  }

  async function readApplicant(ref: string | null, path: string): Promise<Outcome<IdentityResult | null>> {
    const answer = await call({ purpose: 'read applicant', ref, expects: 404, method: 'GET', path });
    if (answer.failure === null && answer.status === 404 && isRefusal(answer)) return { kind: 'done', value: null };
    const outcome = read(answer, applicantAnswer);
    if (outcome.kind !== 'done') return outcome;
    const value = readResult(outcome.value);
    return value ? { kind: 'done', value } : { kind: 'unknown', detail: 'a review status that is not documented' };
  }

  const find = (ref: string) =>
    readApplicant(ref, `/resources/applicants/-;externalUserId=${encodeURIComponent(ref)}/one`);

  /** Looked up before it is created, so that no reference ever has two applicants. */
  async function applicantOf(ref: string): Promise<Outcome<string>> {
    const known = await find(ref);
    if (known.kind !== 'done') return known;
    if (known.value) return known.value.ref === ref ? { kind: 'done', value: known.value.applicant } : foreign;
    const path = `/resources/applicants?levelName=${level}`;
    const body = { externalUserId: ref, type: 'individual' };
    const created = read(
      await call({ purpose: 'create applicant', ref, method: 'POST', path, body }),
      applicantCreated,
    );
    if (created.kind === 'done' && created.value.externalUserId !== ref) return foreign;
    return mapDone(created, ({ id }) => id);
  }

  async function linkOf(ref: string, language: string): Promise<Outcome<string>> {
    const path = `/resources/sdkIntegrations/levels/-/websdkLink?lang=${encodeURIComponent(language)}`;
    const body = { levelName: set.level_name, userId: ref, ttlInSecs: linkS };
    const answer = read(await call({ purpose: 'create link', ref, method: 'POST', path, body }), linkAnswer);
    if (answer.kind !== 'done' || isOwnPage(answer.value.url, base)) return mapDone(answer, ({ url }) => url);
    return { kind: 'unknown', detail: 'the link leads to a page that is not Sumsub’s' };
  }

  return {
    level: set.level_name,
    approves: set.approves,
    isSandbox: appToken.startsWith('sbx:'),
    hooks: sumsubHooks(secrets['webhook_secret'] ?? [], set.digest),
    find,
    read: (applicant) => readApplicant(null, `/resources/applicants/${encodeURIComponent(applicant)}/one`),
    async begin({ ref, language }) {
      const applicant = await applicantOf(ref);
      if (applicant.kind !== 'done') return applicant;
      return mapDone(await linkOf(ref, language), (url) => ({ applicant: applicant.value, url }));
    },
    test: () =>
      probe([
        [
          'read an applicant that does not exist',
          async () => mapDone(await find('atrium-connection-test'), () => 'token, secret key and clock are accepted'),
        ],
      ]),
  };
}

const foreign = { kind: 'unknown', detail: 'the answer is about another reference' } as const;

/** A link is shown to the client, so it leads nowhere but to Sumsub. */
function isOwnPage(url: string, base: string): boolean {
  const { protocol, hostname, origin: of } = new URL(url);
  return of === new URL(base).origin || (protocol === 'https:' && hostname.endsWith('.sumsub.com'));
}

const refusal = z.object({ description: z.string(), code: z.number() });
const isRefusal = (answer: Extract<OutgoingAnswer, { failure: null }>) => readJson(answer, refusal) !== undefined;

/** An answer in the documented form, a documented refusal, or nothing for sure. */
function read<Shape extends z.ZodType>(answer: OutgoingAnswer, shape: Shape): Outcome<z.output<Shape>> {
  if (answer.failure !== null)
    return answer.sent
      ? { kind: 'unknown', detail: answer.reason }
      : { kind: 'refused', code: answer.failure, text: answer.reason, again: 'later' };
  if (answer.status < 300) {
    const value = readJson(answer, shape);
    return value === undefined ? { kind: 'unknown', detail: 'an answer in another form' } : { kind: 'done', value };
  }
  const why = answer.status < 500 ? readJson(answer, refusal) : undefined;
  // Of two beginnings at once one is late; it finds the applicant when it is tried again.
  if (!why || answer.status === 409) return { kind: 'unknown', detail: `status ${answer.status}` };
  return {
    kind: 'refused',
    code: String(why.code),
    text: why.description.slice(0, 200),
    again: answer.status === 429 ? 'later' : 'after_change',
  };
}
