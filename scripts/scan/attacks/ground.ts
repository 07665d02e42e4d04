import { randomUUID } from 'node:crypto';
import type { ResponseOf, Route } from '#contract/api.ts';
import { demoPassword } from '#server/demo/people.ts';
import type { Db } from '#server/platform/db/database.ts';
import { storeCookies, newBrowser, type Browser } from '#test/browser.ts';
import { of } from '../people.ts';
import { exchange, type ResponseBody } from '../wire.ts';

/** What is attacked: a running server, and what the attacker of a class may hold besides. */
export interface Ground {
  url: string;
  /** Makes the anti-forgery cookies of browsers that load no page. No attack is given it otherwise. */
  secret: string;
  /** The database, for attackers who can write to it. */
  db: Db;
  /** Built server, as it lies on the disk. */
  tree: string;
}

/** The result of an attack: what was tried, in words and figures, and each hole that was found. */
export interface Outcome {
  tried: string;
  holes: string[];
}

export type Attack = (ground: Ground) => Promise<Outcome>;

/** A visitor with a browser of their own, at an address that stays. */
export interface Visitor {
  browser: Browser;
  from?: string;
}

export interface Notice {
  status: number;
  body: Record<string, unknown>;
  /** Of a refusal, or of the first field that was refused. */
  code: string;
}

export const visitor = ({ secret }: Pick<Ground, 'secret'>, from?: string): Visitor => ({
  browser: newBrowser(secret),
  ...(from === undefined ? {} : { from }),
});

/** Calls as our pages do. */
export async function post(
  { url }: Pick<Ground, 'url'>,
  { browser, from }: Visitor,
  path: string,
  body: object,
  more: Record<string, string> = {},
): Promise<Notice> {
  const headers = { ...of(browser), 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...more };
  const index = from === undefined ? {} : { 'x-forwarded-for': from };
  const response = await exchange(url, {
    method: 'POST',
    path,
    headers: { ...headers, ...index },
    body: JSON.stringify(body),
  });
  storeCookies(browser, response);
  return read(response);
}

/** The path of a call, and what the contract says that it answers. */
export type Path = Route extends infer Each ? (Each extends `POST ${infer At}` ? At : never) : never;
type Answer<At extends Path> = ResponseOf<Extract<Route, `POST ${At}`>>;

/** The same, for what has to succeed so that the attack can begin. @throws Error when it does not */
export async function must<At extends Path>(
  ground: Pick<Ground, 'url'>,
  who: Visitor,
  path: At,
  body: object,
  more?: Record<string, string>,
): Promise<Answer<At>> {
  const response = await post(ground, who, path, body, more);
  if (response.status !== 200) throw new Error(`${path} answers ${response.status} ${JSON.stringify(response.body)}`);
  return response.body as Answer<At>;
}

function read({ status, headers, body }: ResponseBody): Notice {
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  const response = (isJson ? JSON.parse(body.toString()) : {}) as Notice['body'];
  const errors = (response['errors'] ?? {}) as Record<string, { code: string }[]>;
  const code = Object.values(errors)[0]?.[0]?.code ?? response['code'];
  return { status, body: response, code: typeof code === 'string' ? code : '' };
}

const password = 'three quiet harbours';

/** Registers a client. */
export async function newClient(
  ground: Pick<Ground, 'url' | 'secret'>,
  from?: string,
): Promise<Visitor & { id: string; email: string }> {
  const who = visitor(ground, from);
  const email = `${randomUUID()}@example.com`;
  const input = { first_name: 'Ida', second_name: 'Berg', email, country: 'DE', terms: true };
  const body = { ...input, password, password_confirmation: password };
  const answer = await must(ground, who, '/api/register', body);
  if (!('token' in answer)) throw new Error('a registration does not sign in');
  who.browser.token = answer.token;
  return { ...who, id: answer.user.id, email };
}

/** Signs in with a password of the demo, or with that of `newClient`. */
export async function signIn(ground: Pick<Ground, 'url' | 'secret'>, email: string, from?: string): Promise<Visitor> {
  const who = visitor(ground, from);
  const isOfDemo = /^[a-z]+\.[a-z]+@/.test(email);
  const body = { email, password: isOfDemo ? demoPassword : password };
  const answer = await must(ground, who, '/api/login', body);
  if (!('token' in answer)) throw new Error(`${email} needs more than a password to sign in`);
  who.browser.token = answer.token;
  return who;
}

/** What staff prove with that it is themselves. */
export const proofOf = (email: string) => ({
  current_password: /^[a-z]+\.[a-z]+@/.test(email) ? demoPassword : password,
});
