import { demoPassword } from '#server/demo/people.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { headersOf, storeCookies, newBrowser, type Browser } from '#test/browser.ts';
import { exchange } from './wire.ts';

/** The people whose sessions the scanners use. */
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

/** A client and an administrator of the demo, and a visitor who has only loaded a page. */
export async function signIn(url: string): Promise<People> {
  const client = await start(url, clientEmail);
  const staff = await start(url, 'adam.keller@example.com');
  const [program, terminal] = [await startProgram(url, staff), await openTerminal(url, client)];
  return { stranger: newBrowser(demoSecret), client, staff, program, terminal };
}

async function startProgram(url: string, staff: Browser): Promise<Browser> {
  const input = {
    name: 'Scan',
    scopes: scopes.filter((scope) => scope !== scopeOfTwo),
    current_password: demoPassword,
  };
  const { secret } = await send<{ secret: string }>(url, staff, '/api/staff/operator/keys/create', input);
  return { cookies: new Map(), token: secret, address: '' };
}

async function openTerminal(url: string, client: Browser): Promise<string> {
  const [account] = await send<{ trading_account_id: string }[]>(url, client, '/api/trading-account', {});
  const { link } = await send<{ link: string }>(url, client, '/api/trading-account/autologin', {
    trading_account_id: account?.trading_account_id,
  });
  const { session } = await send<{ session: string }>(url, client, '/api/paper/session', {
    token: link.split('/').at(-1),
  });
  return session;
}

/** @throws Error when they are signed out, so that later calls had no session */
export async function stillSignedIn(url: string, { client, staff }: People): Promise<void> {
  for (const browser of [client, staff]) await send(url, browser, '/api/settings/sessions', {});
}

async function send<Notice>(url: string, browser: Browser, path: string, body: object): Promise<Notice> {
  const headers = { ...of(browser), 'content-type': 'application/json' };
  const response = await exchange(url, { method: 'POST', path, headers, body: JSON.stringify(body) });
  if (response.status !== 200) throw new Error(`${path} answers ${response.status} ${response.body.toString()}`);
  storeCookies(browser, response);
  return JSON.parse(response.body.toString()) as Notice;
}

async function start(url: string, email: string): Promise<Browser> {
  const browser = newBrowser(demoSecret);
  const { token } = await send<{ token?: string }>(url, browser, '/api/login', { email, password: demoPassword });
  if (token === undefined) throw new Error(`${email} of the demo needs more than a password to sign in`);
  browser.token = token;
  return browser;
}

/** The headers of the browser and of our pages; each call has its own address. */
export function of(browser: Browser): Record<string, string> {
  const { 'x-forwarded-for': _, ...headers } = headersOf(browser);
  return headers;
}

/** Whose call it is: a signed-in person would end their session, or be refused, at the calls to sign in. */
export function callerOf(name: string, { guard }: Endpoint): 'stranger' | 'client' | 'staff' | 'program' {
  if (typeof guard === 'object' && 'scope' in guard) return 'program';
  if (guard === 'guest' || (guard === 'anyone' && name.startsWith('auth.'))) return 'stranger';
  return guard === 'anyone' || guard === 'signed_in' ? 'client' : 'staff';
}
