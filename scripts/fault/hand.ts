import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResponseOf, RequestOf, Route } from '#contract/api.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { headersOf, storeCookies, newBrowser, type Browser } from '#test/browser.ts';

/** What an account of the ledger gains by an action, in minor units; negative where it loses. */
export type Gain = { account: string; minor: bigint };

/**
 * An action as it was sent. It is confirmed when its response came, to the first try or to a later one with the same
 * key.
 */
export interface Sent {
  key: string;
  gains: Gain[];
  request: (url: string) => Promise<{ id: string }>;
  response?: string;
}

/** A client who moves their money to and fro, as fast as the responses come. */
export interface Hand {
  clientId: string;
  /** All accounts that the money moves between. */
  accounts: string[];
  sent: Sent[];
  /** Sends one action after the other until `enough` says so, whatever happens to the server. */
  work(url: string, enough: () => boolean, betweenMs?: number): Promise<void>;
  /** Sends the unconfirmed actions again, under the same key; returns whether there were any. */
  retry(url: string): Promise<boolean>;
}

/** The server refused: nothing here is requested that it should refuse. */
export class Refused extends Error {}

type PendingAction = <R extends Route>(url: string, route: R, request: RequestOf<R>) => Promise<ResponseOf<R>>;

/** Makes the next action; some need a quote of the server first. */
type Maker = (url: string) => Promise<Sent>;

const pause = 20;

/** Registers a client with two wallets and a trading account. `fund` brings the money that moves between them. */
export async function newHand(url: string, secret: string, fund: (clientId: string) => Promise<void>): Promise<Hand> {
  const browser = newBrowser(secret);
  const request = callsOf(browser);
  const clientId = await register(url, browser, request);
  const [main] = await request(url, 'POST /api/wallets', { body: {} });
  const other = await request(url, 'POST /api/wallets/open', { body: { currency_id: 'EUR' } });
  const { trading_account_id: number } = await request(url, 'POST /api/trading-account/create', {
    body: { currency_id: 'USD' },
  });
  if (!main) throw new Error('a client without a wallet');
  await fund(clientId);

  const wallets = { USD: main.id, EUR: other.id };
  const codeOf = (walletId: string) => walletAccounts(clientId, walletId).available;
  const makers: Maker[] = [
    transfer(request, { direction: 'in', walletId: main.id, number, wallet: codeOf(main.id), clientId }),
    conversion(request, wallets, 'USD', 'EUR', codeOf),
    transfer(request, { direction: 'out', walletId: main.id, number, wallet: codeOf(main.id), clientId }),
    conversion(request, wallets, 'EUR', 'USD', codeOf),
  ];
  const accounts = [codeOf(main.id), codeOf(other.id), tradingCode(clientId, number)];
  return { clientId, accounts, ...worker(makers) };
}

/** Takes turns. An unconfirmed action is sent again before anything else, so that the next one finds its money. */
function worker(makers: Maker[]): Pick<Hand, 'sent' | 'work' | 'retry'> {
  const sent: Sent[] = [];
  const finish = async (action: Sent, url: string) => void (action.response = (await action.request(url)).id);
  const open = () => sent.find(({ response }) => response === undefined);
  const start = async (url: string) => {
    const action = await (makers[sent.length % makers.length] as Maker)(url);
    sent.push(action);
    return action;
  };
  return {
    sent,
    async work(url, enough, betweenMs = 0) {
      while (!enough()) {
        try {
          await finish(open() ?? (await start(url)), url);
          if (betweenMs > 0) await sleep(betweenMs);
        } catch (error) {
          if (error instanceof Refused) throw error;
          await sleep(pause);
        }
      }
    },
    async retry(url) {
      const action = open();
      if (action) await finish(action, url);
      return action !== undefined;
    },
  };
}

function conversion(
  request: PendingAction,
  wallets: Record<'USD' | 'EUR', string>,
  from: 'USD' | 'EUR',
  to: 'USD' | 'EUR',
  codeOf: (walletId: string) => string,
): Maker {
  const amount = from === 'USD' ? '10.00' : '5.00';
  return async (url) => {
    const input = { from_wallet_id: wallets[from], to_wallet_id: wallets[to], amount };
    const quote = await request(url, 'POST /api/wallets/quote', { body: input });
    const key = randomUUID();
    const gains = [
      { account: codeOf(wallets[from]), minor: -fromDecimal(amount, from) },
      { account: codeOf(wallets[to]), minor: fromDecimal(quote.received, to) },
    ];
    const body = { quote_id: quote.id, request_id: key };
    const convert = async (at: string) => ({
      id: (await request(at, 'POST /api/wallets/convert', { body })).operation_id,
    });
    return { key, gains, request: convert };
  };
}

interface Way {
  direction: 'in' | 'out';
  walletId: string;
  number: string;
  wallet: string;
  clientId: string;
}

function transfer(request: PendingAction, { direction, walletId, number, wallet, clientId }: Way): Maker {
  const amount = direction === 'in' ? '7.00' : '3.00';
  const into = fromDecimal(amount, 'USD') * (direction === 'in' ? 1n : -1n);
  const gains = [
    { account: wallet, minor: -into },
    { account: tradingCode(clientId, number), minor: into },
  ];
  return () => {
    const key = randomUUID();
    const body = { trading_account_id: number, direction, wallet_id: walletId, amount, request_id: key };
    return Promise.resolve({
      key,
      gains,
      request: (at) => request(at, 'POST /api/trading-account/transfer', { body }),
    });
  };
}

/** Calls as this browser does. */
export const callsOf =
  (browser: Browser): PendingAction =>
  (url, route, { body }) =>
    call(url, browser, route, body ?? {});

/** Registers a person, who is then signed in in this browser. Returns their id. */
export async function register(
  url: string,
  browser: Browser,
  request: PendingAction,
  [first_name, second_name]: readonly [string, string] = ['Ida', 'Berg'],
): Promise<string> {
  const password = 'three quiet harbours';
  const person = { first_name, second_name, email: `${randomUUID()}@example.com`, country: 'DE' };
  const response = await request(url, 'POST /api/register', {
    body: { ...person, password, password_confirmation: password, terms: true },
  });
  if (!('token' in response)) throw new Error('the address is to be confirmed first');
  browser.token = response.token;
  return response.user.id;
}

/** One call, with the idempotency key of its header where it has one. */
export async function call<R extends Route>(
  url: string,
  browser: Browser,
  route: R,
  body: object,
  key?: string,
): Promise<ResponseOf<R>> {
  const headers = {
    ...headersOf(browser),
    'content-type': 'application/json',
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const how = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${url}${route.slice('POST '.length)}`, how);
  storeCookies(browser, response);
  const content = await response.text();
  if (response.status >= 400 && response.status < 500) throw new Refused(content);
  if (!response.ok) throw new Error(`${response.status} ${content}`);
  return JSON.parse(content) as ResponseOf<R>;
}
