import { demoPassword } from '#server/demo/people.ts';
import { demoSecret } from '#server/platform/config.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { scopeOfTwo, scopes } from '#contract/operator-names.ts';
import { headersOf, keepCookies, newBrowser, type Browser } from '#test/browser.ts';
import { ask } from './wire.ts';

/** In whose name the scanners call. */
export interface People {
  stranger: Browser;
  client: Browser;
  staff: Browser;
  /** A program of the operator with a key to everything. */
  program: Browser;
  /** The client's session on the embedded trading platform, which has a header of its own. */
  terminal: string;
}

export const clientEmail = 'james.okafor@example.com';

/** A client and an administrator of the demo, and somebody who has only loaded a page. */
export async function signIn(url: string): Promise<People> {
  const client = await begin(url, clientEmail);
  const staff = await begin(url, 'adam.keller@example.com');
  const [program, terminal] = [await beginProgram(url, staff), await openTerminal(url, client)];
  return { stranger: newBrowser(demoSecret), client, staff, program, terminal };
}

async function beginProgram(url: string, staff: Browser): Promise<Browser> {
  const asked = {
    name: 'Scan',
    scopes: scopes.filter((scope) => scope !== scopeOfTwo),
    current_password: demoPassword,
  };
  const { secret } = await say<{ secret: string }>(url, staff, '/api/staff/operator/keys/create', asked);
  return { cookies: new Map(), token: secret, address: '' };
}

async function openTerminal(url: string, client: Browser): Promise<string> {
  const [account] = await say<{ trading_account_id: string }[]>(url, client, '/api/trading-account', {});
  const { link } = await say<{ link: string }>(url, client, '/api/trading-account/autologin', {
    trading_account_id: account?.trading_account_id,
  });
  const { session } = await say<{ session: string }>(url, client, '/api/paper/session', {
    token: link.split('/').at(-1),
  });
  return session;
}

/** @throws Error when they are gone, so that what came after it was said to nobody */
export async function stillSignedIn(url: string, { client, staff }: People): Promise<void> {
  for (const browser of [client, staff]) await say(url, browser, '/api/settings/sessions', {});
}

async function say<Told>(url: string, browser: Browser, path: string, body: object): Promise<Told> {
  const headers = { ...of(browser), 'content-type': 'application/json' };
  const answer = await ask(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status} ${answer.body.toString()}`);
  keepCookies(browser, answer);
  return JSON.parse(answer.body.toString()) as Told;
}

async function begin(url: string, email: string): Promise<Browser> {
  const browser = newBrowser(demoSecret);
  const { token } = await say<{ token?: string }>(url, browser, '/api/login', { email, password: demoPassword });
  if (token === undefined) throw new Error(`${email} of the demo is asked for more than a password`);
  browser.token = token;
  return browser;
}

/** The headers of his browser and of our pages; where he is, is up to each call. */
export function of(browser: Browser): Record<string, string> {
  const { 'x-forwarded-for': _, ...headers } = headersOf(browser);
  return headers;
}

/** Whose call it is: a signed-in person would end his session, or be turned away, where one signs in. */
export function callerOf(name: string, { guard }: Endpoint): 'stranger' | 'client' | 'staff' | 'program' {
  if (typeof guard === 'object' && 'scope' in guard) return 'program';
  if (guard === 'guest' || (guard === 'anyone' && name.startsWith('auth.'))) return 'stranger';
  return guard === 'anyone' || guard === 'client' ? 'client' : 'staff';
}
