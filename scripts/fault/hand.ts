import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerOf, RequestOf, Route } from '#contract/api.ts';
import { fromDecimal } from '#contract/money.ts';
import { tradingCode, walletAccounts } from '#server/ledger/accounts.ts';
import { headersOf, keepCookies, newBrowser, type Browser } from '#test/browser.ts';

/** What an account of the ledger gains by an act, in minor units; negative where it loses. */
export type Gain = { account: string; minor: bigint };

/** An act as it was sent. It is answered when its answer came, to the first try or to a later one with the same key. */
export interface Sent {
  key: string;
  gains: Gain[];
  ask: (url: string) => Promise<{ id: string }>;
  answer?: string;
}

/** Somebody who moves his money to and fro, as fast as he is answered. */
export interface Hand {
  clientId: string;
  /** All that his money moves between. */
  accounts: string[];
  sent: Sent[];
  /** Sends one act after the other until `enough` says so, whatever becomes of the server. */
  work(url: string, enough: () => boolean): Promise<void>;
  /** Asks again, under the same key, for what was not answered; says whether there was anything. */
  askAgain(url: string): Promise<boolean>;
}

/** The server answered that it will not: nothing here is asked for that it should refuse. */
class Refused extends Error {}

type Ask = <R extends Route>(url: string, route: R, request: RequestOf<R>) => Promise<AnswerOf<R>>;

/** Makes the next act; some need a promise of the server first. */
type Maker = (url: string) => Promise<Sent>;

const pause = 20;

/** Registers a client with two wallets and a trading account. `fund` brings the money that moves between them. */
export async function newHand(url: string, secret: string, fund: (clientId: string) => Promise<void>): Promise<Hand> {
  const browser = newBrowser(secret);
  const ask: Ask = (to, route, { body }) => call(to, browser, route, body ?? {});
  const clientId = await register(url, browser, ask);
  const [main] = await ask(url, 'POST /api/wallets', { body: {} });
  const other = await ask(url, 'POST /api/wallets/open', { body: { currency_id: 'EUR' } });
  const { trading_account_id: number } = await ask(url, 'POST /api/trading-account/create', {
    body: { currency_id: 'USD' },
  });
  if (!main) throw new Error('a client without a wallet');
  await fund(clientId);

  const wallets = { USD: main.id, EUR: other.id };
  const codeOf = (walletId: string) => walletAccounts(clientId, walletId).available;
  const makers: Maker[] = [
    transfer(ask, { direction: 'in', walletId: main.id, number, wallet: codeOf(main.id), clientId }),
    conversion(ask, wallets, 'USD', 'EUR', codeOf),
    transfer(ask, { direction: 'out', walletId: main.id, number, wallet: codeOf(main.id), clientId }),
    conversion(ask, wallets, 'EUR', 'USD', codeOf),
  ];
  const accounts = [codeOf(main.id), codeOf(other.id), tradingCode(clientId, number)];
  return { clientId, accounts, ...worker(makers) };
}

/** Takes turns. What was not answered is asked again before anything else, so that the next act finds its money. */
function worker(makers: Maker[]): Pick<Hand, 'sent' | 'work' | 'askAgain'> {
  const sent: Sent[] = [];
  const finish = async (act: Sent, url: string) => void (act.answer = (await act.ask(url)).id);
  const open = () => sent.find(({ answer }) => answer === undefined);
  const begin = async (url: string) => {
    const act = await (makers[sent.length % makers.length] as Maker)(url);
    sent.push(act);
    return act;
  };
  return {
    sent,
    async work(url, enough) {
      while (!enough()) {
        try {
          await finish(open() ?? (await begin(url)), url);
        } catch (error) {
          if (error instanceof Refused) throw error;
          await sleep(pause);
        }
      }
    },
    async askAgain(url) {
      const act = open();
      if (act) await finish(act, url);
      return act !== undefined;
    },
  };
}

function conversion(
  ask: Ask,
  wallets: Record<'USD' | 'EUR', string>,
  from: 'USD' | 'EUR',
  to: 'USD' | 'EUR',
  codeOf: (walletId: string) => string,
): Maker {
  const amount = from === 'USD' ? '10.00' : '5.00';
  return async (url) => {
    const asked = { from_wallet_id: wallets[from], to_wallet_id: wallets[to], amount };
    const quote = await ask(url, 'POST /api/wallets/quote', { body: asked });
    const key = randomUUID();
    const gains = [
      { account: codeOf(wallets[from]), minor: -fromDecimal(amount, from) },
      { account: codeOf(wallets[to]), minor: fromDecimal(quote.received, to) },
    ];
    const body = { quote_id: quote.id, request_id: key };
    const convert = async (at: string) => ({
      id: (await ask(at, 'POST /api/wallets/convert', { body })).operation_id,
    });
    return { key, gains, ask: convert };
  };
}

interface Way {
  direction: 'in' | 'out';
  walletId: string;
  number: string;
  wallet: string;
  clientId: string;
}

function transfer(ask: Ask, { direction, walletId, number, wallet, clientId }: Way): Maker {
  const amount = direction === 'in' ? '7.00' : '3.00';
  const into = fromDecimal(amount, 'USD') * (direction === 'in' ? 1n : -1n);
  const gains = [
    { account: wallet, minor: -into },
    { account: tradingCode(clientId, number), minor: into },
  ];
  return () => {
    const key = randomUUID();
    const body = { trading_account_id: number, direction, wallet_id: walletId, amount, request_id: key };
    return Promise.resolve({ key, gains, ask: (at) => ask(at, 'POST /api/trading-account/transfer', { body }) });
  };
}

/** Registers somebody, who is then signed in in this browser. Answers with his id. */
export async function register(url: string, browser: Browser, ask: Ask): Promise<string> {
  const password = 'three quiet harbours';
  const person = { first_name: 'Ida', second_name: 'Berg', email: `${randomUUID()}@example.com`, country: 'DE' };
  const answer = await ask(url, 'POST /api/register', {
    body: { ...person, password, password_confirmation: password, terms: true },
  });
  if (!('token' in answer)) throw new Error('the address is to be confirmed first');
  browser.token = answer.token;
  return answer.user.id;
}

/** Calls as this browser does. */
export async function call<R extends Route>(
  url: string,
  browser: Browser,
  route: R,
  body: object,
): Promise<AnswerOf<R>> {
  const headers = { ...headersOf(browser), 'content-type': 'application/json' };
  const how = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${url}${route.slice('POST '.length)}`, how);
  keepCookies(browser, answer);
  const content = await answer.text();
  if (answer.status >= 400 && answer.status < 500) throw new Refused(content);
  if (!answer.ok) throw new Error(`${answer.status} ${content}`);
  return JSON.parse(content) as AnswerOf<R>;
}
