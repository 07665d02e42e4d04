import { randomUUID } from 'node:crypto';
import type { AnswerOf, RequestOf, Route } from '#contract/api.ts';
import { fromDecimal, toDecimal } from '#contract/money.ts';
import { headersOf, keepCookies, newBrowser, type Browser } from '#test/browser.ts';

/** A conversion as it was sent. It landed when its answer came, in the first try or in a later one. */
export interface Sent {
  quoteId: string;
  key: string;
  /** What the wallets gain by it, in minor units, negative where they lose. */
  gains: { walletId: string; minor: bigint }[];
  operationId?: string;
}

/** Somebody who moves his money to and fro between two wallets, as fast as he is answered. */
export interface Hand {
  clientId: string;
  sent: Sent[];
  /** Sends one conversion after the other until the server is gone or `enough` says so. */
  work(url: string, enough: () => boolean): Promise<void>;
  /** Asks again, under the same keys, for what was not answered. */
  askAgain(url: string): Promise<void>;
}

/** The server answered that it will not. */
class Refused extends Error {}

const secondCurrency = 'EUR';

async function call<R extends Route>(url: string, browser: Browser, route: R, body: object): Promise<AnswerOf<R>> {
  const path = route.slice('POST '.length);
  const headers = { ...headersOf(browser), 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  keepCookies(browser, answer);
  const content = await answer.text();
  if (answer.status >= 400 && answer.status < 500) throw new Refused(content);
  if (!answer.ok) throw new Error(`${answer.status} ${content}`);
  return JSON.parse(content) as AnswerOf<R>;
}

/** Registers a client with two wallets. `fund` brings the money that moves between them. */
export async function newHand(url: string, secret: string, fund: (clientId: string) => Promise<void>): Promise<Hand> {
  const browser = newBrowser(secret);
  const ask = <R extends Route>(to: string, route: R, { body }: RequestOf<R>) => call(to, browser, route, body ?? {});
  const password = 'three quiet harbours';
  const person = { first_name: 'Ida', second_name: 'Berg', email: `${randomUUID()}@example.com`, country: 'DE' };
  const { token, user } = await ask(url, 'POST /api/register', {
    body: { ...person, password, password_confirmation: password, terms: true },
  });
  browser.token = token;
  const first = (await ask(url, 'POST /api/wallets', { body: {} }))[0];
  const second = await ask(url, 'POST /api/wallets/open', { body: { currency_id: secondCurrency } });
  if (!first) throw new Error('a client without a wallet');
  await fund(user.id);
  const wallets = [
    { id: first.id, currency: first.currency },
    { id: second.id, currency: second.currency },
  ] as const;
  const sent: Sent[] = [];

  /** The next amount goes where the last one came from, and is worth about as much. */
  async function quote(to: string): Promise<Sent> {
    const turn = sent.length % 2;
    const [from, into] = turn === 0 ? wallets : [wallets[1], wallets[0]];
    const amount = toDecimal(turn === 0 ? 1_000n : 500n, from.currency);
    const quoted = await ask(to, 'POST /api/wallets/quote', {
      body: { from_wallet_id: from.id, to_wallet_id: into.id, amount },
    });
    return {
      quoteId: quoted.id,
      key: randomUUID(),
      gains: [
        { walletId: from.id, minor: -fromDecimal(amount, from.currency) },
        { walletId: into.id, minor: fromDecimal(quoted.received, into.currency) },
      ],
    };
  }

  async function convert(to: string, conversion: Sent): Promise<void> {
    const body = { quote_id: conversion.quoteId, request_id: conversion.key };
    conversion.operationId = (await ask(to, 'POST /api/wallets/convert', { body })).operation_id;
  }

  return {
    clientId: user.id,
    sent,
    async work(to, enough) {
      while (!enough()) {
        try {
          const conversion = await quote(to);
          sent.push(conversion);
          await convert(to, conversion);
        } catch (error) {
          if (error instanceof Refused) throw error;
          await new Promise((done) => setTimeout(done, 20));
        }
      }
    },
    async askAgain(to) {
      for (const conversion of sent.filter(({ operationId }) => operationId === undefined)) {
        await convert(to, conversion);
      }
    },
  };
}
