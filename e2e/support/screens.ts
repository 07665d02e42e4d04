import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { settingsParts } from '#contract/settings/names.ts';
import { clientParts } from '#contract/staff/names.ts';
import { call, sendBytes } from './api.ts';
import { demoPerson } from './people.ts';

/**
 * The visitor of a screen: a guest, a client who has nothing yet, one who owns much, one who wrote to support, the
 * administrator.
 */
export type Visitor = 'guest' | 'newcomer' | 'client' | 'asker' | 'admin';

/** The visitors among the people of the demo broker. */
export const people: Record<Exclude<Visitor, 'guest'>, string> = {
  newcomer: 'nora',
  client: 'james',
  asker: 'sofia',
  admin: 'adam',
};

export interface Screen {
  /** As declared in src/web, below the language. */
  route: string;
  visitor: Visitor;
  /** Value of the route's parameter for the person signed in to this browser. */
  parameter?: (context: BrowserContext) => Promise<string> | string;
  /** Value of `$part`, for a route that has one. */
  part?: string;
  /** One of several alike within a frame that is judged with another: a few languages show what can go wrong. */
  few?: true;
}

const firstOf = <T>(list: T[]): T => {
  const [first] = list;
  if (first === undefined) throw new Error('the visitor has none to look at');
  return first;
};

const someWallet = async (context: BrowserContext) =>
  firstOf(await call(context, 'POST /api/wallets', { body: {} })).id;

const somePayment = async (context: BrowserContext) =>
  firstOf((await call(context, 'POST /api/payments', { body: {} })).payments).id;

const someStaffItem = async (context: BrowserContext) =>
  firstOf((await call(context, 'POST /api/staff/payments', { body: {} })).payments).id;

const someAccount = async (context: BrowserContext) =>
  firstOf(await call(context, 'POST /api/trading-account', { body: {} })).trading_account_id;

const someTicket = async (context: BrowserContext) =>
  firstOf(await call(context, 'POST /api/tickets/get-all-tickets', { body: {} })).ticket_id;

const someArticle = async (context: BrowserContext) =>
  firstOf((await call(context, 'GET /api/articles/getAll', { query: {} })).data).slug;

const someStaffArticle = async (context: BrowserContext) =>
  firstOf((await call(context, 'POST /api/staff/articles', { body: { words: 'allotment' } })).articles).id;

const someLegalDraft = async (context: BrowserContext) =>
  (await call(context, 'POST /api/staff/legal/create-draft', { body: { kind: 'terms' } })).id;

const someOffering = async (context: BrowserContext) =>
  firstOf(await call(context, 'POST /api/ipo/calendar', { body: {} })).stock_id;

const someApplication = async (context: BrowserContext) =>
  firstOf(await call(context, 'POST /api/ipo/my-ipo', { body: {} })).id;

/** An offering after its allotment. */
const someAllotted = async (context: BrowserContext) => {
  const offerings = await call(context, 'POST /api/ipo/calendar', { body: {} });
  return firstOf(offerings.filter(({ allotted_at }) => allotted_at !== null)).stock_id;
};

/** An offering that takes applications, as staff see it. */
const someStaffOffering = async (context: BrowserContext) =>
  firstOf((await call(context, 'POST /api/staff/ipo', { body: { state: 'open' } })).offerings).stock_id;

/** A client with pending documents. */
const someCase = async (context: BrowserContext) =>
  firstOf((await call(context, 'POST /api/staff/verification', { body: {} })).rows).client_id;

/** The client of the demo broker who owns much. */
const someClient = async (context: BrowserContext) =>
  firstOf((await call(context, 'POST /api/staff/clients', { body: { search: 'james.okafor' } })).clients).id;

/** A file that was uploaded, with two columns and a row. */
const someImport = async (context: BrowserContext) => {
  const [first] = (await call(context, 'POST /api/staff/imports', { body: {} })).runs;
  if (first) return first.id;
  const content = Buffer.from('Client ID,Email\nC-1,first@example.com');
  return (await sendBytes(context, 'POST /api/staff/imports/upload', { query: { name: 'clients.csv' }, content })).id;
};

/** A comparison of the books, which is requested where there is none. */
const someRun = async (context: BrowserContext) =>
  (await call(context, 'POST /api/staff/reconciliation/start', { body: { kind: 'proof' } })).id;
/** One that is off from the start, so that nothing ever leaves for it. */
const someWebhook = async (context: BrowserContext) => {
  const [first] = await call(context, 'POST /api/staff/operator/webhooks', { body: {} });
  if (first) return first.id;
  const { webhook } = await call(context, 'POST /api/staff/operator/webhooks/create', {
    body: {
      name: 'Reports',
      url: 'https://1.2.3.4/',
      events: ['client.tier_changed'],
      current_password: demoPerson('adam').password,
    },
  });
  await call(context, 'POST /api/staff/operator/webhooks/switch', { body: { webhook_id: webhook.id, on: false } });
  return webhook.id;
};

/** A chat of the demo client who wrote to support: others in a chat see who views it. */
const someRoom = async (context: BrowserContext) => {
  const search = demoPerson(people.asker).email;
  const { rooms } = await call(context, 'POST /api/staff/support/inbox', { body: { view: 'all', search } });
  return firstOf(rooms).id;
};

const platformToken = async (context: BrowserContext) => {
  const { link } = await call(context, 'POST /api/trading-account/autologin', {
    body: { trading_account_id: await someAccount(context) },
  });
  return link.split('/').at(-1) ?? '';
};

/** Not one of ours, but of their length. */
export const unknownToken = () => 'A'.repeat(43);

/** Every screen of the product and who may see it. */
export const screens: readonly Screen[] = [
  { route: '/login', visitor: 'guest' },
  { route: '/login/staff', visitor: 'guest' },
  { route: '/register', visitor: 'guest' },
  { route: '/password/reset', visitor: 'guest' },
  { route: '/restore-code/$token', visitor: 'guest', parameter: unknownToken },
  { route: '/email/verify/$id', visitor: 'guest', parameter: unknownToken },
  { route: '/email/resend', visitor: 'guest' },
  { route: '/autologin/$token', visitor: 'guest', parameter: unknownToken },
  { route: '/email/change/$token', visitor: 'guest', parameter: unknownToken },
  { route: '/freeze/$token', visitor: 'guest', parameter: unknownToken },
  { route: '/unauthorized', visitor: 'guest' },
  { route: '/legal/$kind', visitor: 'guest', parameter: () => 'terms' },
  { route: '/mailbox', visitor: 'guest' },
  { route: '/unsubscribe/$token', visitor: 'guest', parameter: unknownToken },
  { route: '/home', visitor: 'newcomer' },
  { route: '/wallet/list', visitor: 'newcomer' },
  { route: '/trading-account', visitor: 'newcomer' },
  { route: '/investor', visitor: 'newcomer' },
  { route: '/tickets', visitor: 'newcomer' },
  { route: '/ipo/history', visitor: 'newcomer' },
  { route: '/ipo/my-ipo', visitor: 'newcomer' },
  { route: '/home', visitor: 'client' },
  { route: '/settings/profile', visitor: 'client' },
  { route: '/settings/settings', visitor: 'client' },
  { route: '/settings/verification', visitor: 'client' },
  { route: '/settings/notifications', visitor: 'client' },
  { route: '/notifications', visitor: 'client' },
  { route: '/notifications', visitor: 'newcomer' },
  { route: '/wallet/list', visitor: 'client' },
  { route: '/wallet/earlier', visitor: 'client' },
  { route: '/wallet/$id', visitor: 'client', parameter: someWallet },
  { route: '/payments', visitor: 'client' },
  { route: '/payments/deposit', visitor: 'client' },
  { route: '/payments/withdraw', visitor: 'client' },
  { route: '/payments/destinations', visitor: 'client' },
  { route: '/payments/destination/$token', visitor: 'client', parameter: unknownToken },
  { route: '/payments/$id', visitor: 'client', parameter: somePayment },
  { route: '/trading-account', visitor: 'client' },
  { route: '/trading-account/$id', visitor: 'client', parameter: someAccount },
  { route: '/terminal/$token', visitor: 'client', parameter: platformToken },
  { route: '/investor', visitor: 'client' },
  { route: '/tickets', visitor: 'asker' },
  { route: '/tickets/$id', visitor: 'asker', parameter: someTicket },
  { route: '/analytics', visitor: 'client' },
  { route: '/analytics/market', visitor: 'client' },
  { route: '/analytics/calendar', visitor: 'client' },
  { route: '/analytics/$slug', visitor: 'client', parameter: someArticle },
  { route: '/ipo/calendar', visitor: 'client' },
  { route: '/ipo/calendar/$id', visitor: 'client', parameter: someOffering },
  { route: '/ipo/calendar/$id/basis', visitor: 'client', parameter: someAllotted },
  { route: '/ipo/suitability', visitor: 'client' },
  { route: '/ipo/calculator', visitor: 'client' },
  { route: '/ipo/history', visitor: 'client' },
  { route: '/ipo/my-ipo', visitor: 'client' },
  { route: '/ipo/my-ipo/$id', visitor: 'client', parameter: someApplication },
  { route: '/chats', visitor: 'admin' },
  { route: '/chats/answers', visitor: 'admin' },
  { route: '/chats/settings', visitor: 'admin' },
  { route: '/chats/$id', visitor: 'admin', parameter: someRoom },
  { route: '/admin', visitor: 'admin' },
  { route: '/admin/clients', visitor: 'admin' },
  { route: '/admin/clients/$id', visitor: 'admin', parameter: someClient },
  ...clientParts
    .filter((part) => part !== 'overview')
    .map((part): Screen => ({
      route: '/admin/clients/$id/$part',
      visitor: 'admin',
      parameter: someClient,
      part,
      few: true,
    })),
  { route: '/admin/audit', visitor: 'admin' },
  { route: '/admin/security', visitor: 'admin' },
  { route: '/admin/team', visitor: 'admin' },
  { route: '/admin/settings', visitor: 'admin' },
  ...Object.keys(settingsParts)
    .slice(1)
    .map((part): Screen => ({ route: '/admin/settings/$part', visitor: 'admin', part, few: true })),
  { route: '/admin/jobs', visitor: 'admin' },
  { route: '/admin/imports', visitor: 'admin' },
  { route: '/admin/imports/$id', visitor: 'admin', parameter: someImport },
  { route: '/admin/connections', visitor: 'admin' },
  { route: '/admin/api', visitor: 'admin' },
  { route: '/admin/reasons', visitor: 'admin' },
  { route: '/admin/api/$id', visitor: 'admin', parameter: someWebhook },
  { route: '/admin/email', visitor: 'admin' },
  { route: '/admin/money', visitor: 'admin' },
  { route: '/admin/money/files', visitor: 'admin' },
  { route: '/admin/money/$id', visitor: 'admin', parameter: someStaffItem },
  { route: '/admin/reconciliation', visitor: 'admin' },
  { route: '/admin/reconciliation/$id', visitor: 'admin', parameter: someRun },
  { route: '/admin/verification', visitor: 'admin' },
  { route: '/admin/screening', visitor: 'admin' },
  { route: '/admin/approvals', visitor: 'admin' },
  { route: '/admin/verification/$id', visitor: 'admin', parameter: someCase },
  { route: '/admin/articles', visitor: 'admin' },
  { route: '/admin/articles/$id', visitor: 'admin', parameter: someStaffArticle },
  { route: '/admin/legal', visitor: 'admin' },
  { route: '/admin/legal/$id', visitor: 'admin', parameter: someLegalDraft },
  { route: '/admin/ipo', visitor: 'admin' },
  { route: '/admin/ipo/new', visitor: 'admin' },
  { route: '/admin/ipo/$id', visitor: 'admin', parameter: someStaffOffering },
  { route: '/admin/ipo/$id/book', visitor: 'admin', parameter: someStaffOffering },
  { route: '/admin/ipo/$id/terms', visitor: 'admin', parameter: someStaffOffering },
  { route: '/admin/ipo/$id/decisions', visitor: 'admin', parameter: someStaffOffering },
  { route: '/admin/ipo/$id/history', visitor: 'admin', parameter: someStaffOffering },
  { route: '/admin/ipo/$id/edit', visitor: 'admin', parameter: someStaffOffering },
];

/** Addresses that only open a screen above, and that one. */
export const ways: readonly (Screen & { to: string })[] = [
  { route: '/', visitor: 'guest', to: '/login' },
  { route: '/', visitor: 'client', to: '/home' },
  { route: '/settings', visitor: 'client', to: '/settings/profile' },
  { route: '/ipo', visitor: 'client', to: '/ipo/calendar' },
  { route: '/second-factor', visitor: 'client', to: '/home' },
  { route: '/wallet', visitor: 'client', to: '/wallet/list' },
  { route: '/legal', visitor: 'guest', to: '/legal/terms' },
  { route: '/setup', visitor: 'guest', to: '/login' },
];

/** The screen's path below the language, its parameter filled for the person signed in to this browser. */
export async function pathOf({ route, parameter, part = '' }: Screen, context: BrowserContext): Promise<string> {
  const path = parameter ? route.replace(/\$\w+/, await parameter(context)) : route;
  return path.replace('$part', part);
}

/** The routes that the product declares, read from its source: the tree itself needs a browser. */
export function declaredRoutes(): string[] {
  const web = resolve(import.meta.dirname, '../../src/web');
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /^\w+\/screens\.ts$/.test(path),
  );
  const paths = sources.flatMap((path) => [...readFileSync(resolve(web, path), 'utf8').matchAll(/\bpath: '([^']+)'/g)]);
  return [...new Set(paths.map(([, path = '']) => path))];
}
