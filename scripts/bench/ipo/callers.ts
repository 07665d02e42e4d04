import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOf, Route } from '#contract/api.ts';
import { newBrowser } from '#test/browser.ts';
import { call, register } from '../../fault/hand.ts';

/** Somebody who looks at his money and moves it to and fro. */
export interface Caller {
  clientId: string;
  /** Makes the next call; answers how many milliseconds it took. */
  callOnce(): Promise<number>;
}

/** Between two calls of a person. */
const pauseMs = 25;

/** Registers a client with a trading account. `fund` brings the money that he moves. */
export async function newCaller(
  url: string,
  secret: string,
  fund: (clientId: string) => Promise<void>,
): Promise<Caller> {
  const browser = newBrowser(secret);
  const ask = <R extends Route>(to: string, route: R, { body }: RequestOf<R>) => call(to, browser, route, body ?? {});
  const clientId = await register(url, browser, ask);
  const [wallet] = await ask(url, 'POST /api/wallets', { body: {} });
  const account = await ask(url, 'POST /api/trading-account/create', { body: { currency_id: 'USD' } });
  await fund(clientId);
  const transfer = (direction: 'in' | 'out') => () =>
    ask(url, 'POST /api/trading-account/transfer', {
      body: {
        trading_account_id: account.trading_account_id,
        direction,
        wallet_id: wallet?.id ?? '',
        amount: '5.00',
        request_id: randomUUID(),
      },
    });
  const acts = [
    () => ask(url, 'POST /api/client-info', { body: {} }),
    () => ask(url, 'POST /api/wallets', { body: {} }),
    transfer('in'),
    () => ask(url, 'POST /api/ipo/calendar', { body: {} }),
    () => ask(url, 'POST /api/trading-account', { body: {} }),
    transfer('out'),
  ];
  let turn = 0;
  return {
    clientId,
    async callOnce() {
      const act = acts[turn++ % acts.length];
      const asked = performance.now();
      await act?.();
      return performance.now() - asked;
    },
  };
}

/** Lets all of them call until `enough` says so; answers with the milliseconds of each call. */
export async function listenTo(callers: readonly Caller[], enough: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const each = callers.map(async (caller) => {
    while (!enough()) {
      times.push(await caller.callOnce());
      await sleep(pauseMs);
    }
  });
  await Promise.all(each);
  return times;
}
