import { randomUUID } from 'node:crypto';
import { api, type EndpointName } from '#contract/api.ts';
import { storeCookies } from '#test/browser.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { callerOf, of, type People } from './people.ts';
import type { KnownIds } from './ids.ts';
import { changed, filled, openPlaces, pointed, sampleOf, type Sample } from './sample.ts';
import { exchange, type ResponseBody } from './wire.ts';

/** A call of the contract, with values that it accepts. */
export interface Target {
  name: string;
  endpoint: Endpoint;
  sample: Sample;
  /** The server's response to the unchanged sample. */
  status: number;
  /** Where a caller's own words come to the handler, with what stands there. */
  open: [place: string, value: string][];
}

/** Calls that would end the sessions of the scan or hold them to less, or move the clock of the demo past their end. */
const leftOut = new Set<string>([
  'auth.logout',
  'auth.revoke_session',
  'auth.freeze',
  'auth.change_password',
  'clients.request_closure',
  'staff.start_impersonation',
  'staff.set_roles',
  'staff.block',
  'operator.rotate_key',
  'operator.take_over_key',
  'operator.revoke_key',
  'paper.sign_out',
  'demo.move_clock',
] satisfies EndpointName[]);

/** All that the contract has but for those. */
const endpoints = Object.entries<Endpoint>(api).filter(([name]) => !leftOut.has(name));

/** Sends a call of the contract as our pages would. */
export async function callTarget(
  url: string,
  people: People,
  { name, endpoint, sample }: Target,
): Promise<ResponseBody> {
  const [method = '', pattern = ''] = endpoint.route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(asText(sample.params[key] ?? '')));
  const query = new URLSearchParams(
    Object.entries(sample.query).map(([key, value]) => [key, asText(value)]),
  ).toString();
  const browser = people[callerOf(name, endpoint)];
  const isFile = name === 'files.upload';
  const response = await exchange(url, {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...of(browser),
      ...(name.startsWith('paper.') ? { 'x-platform-session': people.terminal } : {}),
      ...(method === 'POST' ? { 'content-type': isFile ? 'application/octet-stream' : 'application/json' } : {}),
      ...(endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(method === 'POST' ? { body: isFile ? '%PDF-1.4' : JSON.stringify(withNewKey(sample.body)) } : {}),
  });
  // A proof of the person replaces a half of their session.
  if (browser.token !== undefined) storeCookies(browser, response);
  return response;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The same idempotency key twice would get the response of the first time. */
const withNewKey = (body: Record<string, unknown>) =>
  'request_id' in body ? { ...body, request_id: randomUUID() } : body;

/** What was sent by a scanner in a form, laid into the call. */
export const withSent = (target: Target, sent: Iterable<[string, string]>): Target => ({
  ...target,
  sample: filled(target.sample, sent),
});

/** What a scanner adds to a value; where this is let through, the contract lets all of it through. */
const hostile = `'"); select 1 -- <b>`;

/** Every call of the contract, brought as far as may be: first what lists things, for their ids, then all with these. */
export async function findTargets(url: string, people: People, ids: KnownIds): Promise<Target[]> {
  const known = new Map([...ids, ...(await collectIds(url, people))]);
  const targets: Target[] = [];
  for (const [name, endpoint] of endpoints) targets.push(await shape(url, people, name, endpoint, known));
  return targets;
}

/** Changes refused values until the server accepts the call, or there is nothing more to try. */
async function shape(url: string, people: People, name: string, endpoint: Endpoint, known: KnownIds): Promise<Target> {
  const target: Target = { name, endpoint, sample: sampleOf(endpoint, known), status: 0, open: [] };
  for (let attempt = 0; ; attempt++) {
    const response = await callTarget(url, people, target);
    target.status = response.status;
    const next = another(target, response, known, attempt);
    if (!next) break;
    target.sample = next;
  }
  target.open = openPlaces(endpoint, target.sample, hostile);
  return target;
}

/** After that many values for what is refused, the call stays refused. */
const tries = 12;

/** What to send after that response, where another value may get further. */
function another(
  { endpoint, sample }: Target,
  response: ResponseBody,
  known: KnownIds,
  attempt: number,
): Sample | undefined {
  if (attempt >= tries) return undefined;
  if (response.status === 404) return pointed(endpoint, sample, known, attempt);
  const { errors = {} } = response.status === 422 ? (read(response) as { errors?: object }) : {};
  const next = Object.keys(errors).reduce((one, field) => changed(endpoint, one, field, known, attempt), sample);
  return next === sample ? undefined : next;
}

/** Names from the responses to calls without parameters, such as slugs and numbers, by the field that has them. */
async function collectIds(url: string, people: People): Promise<KnownIds> {
  const found = new Map<string, string[]>();
  for (const [name, endpoint] of endpoints) {
    const target = { name, endpoint, sample: { params: {}, query: {}, body: {} }, status: 0, open: [] };
    const response = await callTarget(url, people, target);
    if (response.status === 200) collect(read(response), found);
  }
  return found;
}

function collect(value: unknown, found: Map<string, string[]>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, one] of Object.entries(value)) {
    const line = `${key} told`;
    if (typeof one === 'string' && /(^|_)(id|number|slug|code|symbol)$/.test(key))
      found.set(line, [...new Set([...(found.get(line) ?? []), one])]);
    collect(one, found);
  }
}

function read({ headers, body }: ResponseBody): unknown {
  return headers.get('content-type')?.includes('json') ? JSON.parse(body.toString()) : {};
}
