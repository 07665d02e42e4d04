import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestOf, Route } from '#contract/api.ts';
import { newBrowser } from '#test/browser.ts';
import { call, register } from '../../fault/hand.ts';

/** A client who views their money and moves it to and fro. */
export interface Caller {
  clientId: string;
  /** Makes the next call; returns how many milliseconds it took. */
  callOnce(): Promise<number>;
}

/** Between two calls of a person. */
const pauseMs = 25;

/** Registers a client with a trading account. `fund` brings the money that the client moves. */
export async function newCaller(
  url: string,
  secret: string,
  fund: (clientId: string) => Promise<void>,
): Promise<Caller> {
  const browser = newBrowser(secret);
  const request = <R extends Route>(to: string, route: R, { body }: RequestOf<R>) =>
    call(to, browser, route, body ?? {});
  const clientId = await register(url, browser, request);
  const [wallet] = await request(url, 'POST /api/wallets', { body: {} });
  const account = await request(url, 'POST /api/trading-account/create', { body: { currency_id: 'USD' } });
  await fund(clientId);
  const transfer = (direction: 'in' | 'out') => () =>
    request(url, 'POST /api/trading-account/transfer', {
      body: {
        trading_account_id: account.trading_account_id,
        direction,
        wallet_id: wallet?.id ?? '',
        amount: '5.00',
        request_id: randomUUID(),
      },
    });
  const actions = [
    () => request(url, 'POST /api/client-info', { body: {} }),
    () => request(url, 'POST /api/wallets', { body: {} }),
    transfer('in'),
    () => request(url, 'POST /api/ipo/calendar', { body: {} }),
    () => request(url, 'POST /api/trading-account', { body: {} }),
    transfer('out'),
  ];
  let turn = 0;
  return {
    clientId,
    async callOnce() {
      const action = actions[turn++ % actions.length];
      const startedMs = performance.now();
      await action?.();
      return performance.now() - startedMs;
    },
  };
}

/** Runs all callers until `enough` says so; returns the milliseconds of each call. */
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
