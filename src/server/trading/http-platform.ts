import type { z } from 'zod';
import { toDecimal } from '#contract/money.ts';
import { tokenLifetimeMs } from '#contract/constants.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import {
  readSnapshot,
  readTotals,
  wireClosedPositions,
  wireDeals,
  wireDone,
  wireOrders,
  wirePositions,
  wireResult,
  wireSnapshots,
  wireTotals,
} from './http-wire.ts';
import type { BalanceChange, BalanceResult, SignIn, TradingPlatform } from './platform.ts';

type Outside = NonNullable<App['config']['outsidePlatform']>;

const timeoutMs = 10_000;

/** Screens wait for figures, and there are kept ones to show instead. */
const figuresTimeoutMs = 3000;

/**
 * A platform elsewhere, which speaks the calls of docs/trading.md. What it cannot be asked is the refusal
 * `trading.platform_silent`, whatever keeps it from answering.
 */
export function httpPlatform(app: App, outside: Outside): TradingPlatform {
  const ask = <S extends z.ZodType>(path: string, body: object, answer: S, withinMs?: number) =>
    asked(outside, path, body, answer, withinMs).catch((error: unknown) => {
      app.log.warn({ err: error, path }, 'the trading platform does not answer');
      throw refuse('trading.platform_silent');
    });
  return {
    embedded: false,
    async openAccount(tx, { number, currency, leverage }) {
      await app.outbox.emit(tx, 'trading.platform_account_asked', { number: String(number), currency, leverage });
    },
    changeBalance: (_, change) => changeBalance(app, outside, change),
    // It knows of positions and protects balances by rules of its own.
    accountHold: async () => null,
    balanceChange: (externalId) => balanceChange(outside, externalId),
    async snapshots(accounts) {
      const found = await ask('/v1/snapshots', { accounts: accounts.map(String) }, wireSnapshots, figuresTimeoutMs);
      return new Map(found.map(readSnapshot));
    },
    positions: (accounts) => ask('/v1/positions', { accounts: accounts.map(String) }, wirePositions),
    waitingOrders: (accounts) => ask('/v1/orders/waiting', { accounts: accounts.map(String) }, wireOrders),
    orders: (filter) => ask('/v1/orders', plain(filter), wireOrders),
    closedPositions: (filter) => ask('/v1/closed-positions', plain(filter), wireClosedPositions),
    closedTotals: async (filter) => readTotals(await ask('/v1/closed-positions/totals', plain(filter), wireTotals)),
    deals: (filter) => ask('/v1/deals', plain(filter), wireDeals),
    dealTotals: async (filter) => readTotals(await ask('/v1/deals/totals', plain(filter), wireTotals)),
    dealsSince: (account, after, limit) =>
      ask('/v1/deals/since', { account: String(account), ...(after === null ? {} : { after }), limit }, wireDeals),
    signIn: (token, language, account) => signIn(app, outside, ask, { token, language, account: String(account) }),
  };
}

/** Tells the platform of accounts that were opened here, as often as it takes. */
export function openAccountsOutside(app: App): void {
  const { outsidePlatform } = app.config;
  if (!outsidePlatform) return;
  app.outbox.on('trading.platform_account_asked', async (account) => {
    await asked(outsidePlatform, '/v1/accounts', account, wireDone);
  });
}

/** Without what is undefined, and with account numbers as digits. */
function plain({ accounts, ...rest }: { accounts: readonly bigint[] }): object {
  return { accounts: accounts.map(String), ...rest };
}

function send({ url, secret }: Outside, path: string, body?: object, withinMs = timeoutMs): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secret}`, accept: 'application/json', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(withinMs),
    redirect: 'error',
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function asked<S extends z.ZodType>(
  outside: Outside,
  path: string,
  body: object,
  answer: S,
  withinMs?: number,
): Promise<z.output<S>> {
  const response = await send(outside, path, body, withinMs);
  if (!response.ok) throw new Error(`the trading platform answered ${response.status} to ${path}`);
  return answer.parse(await response.json());
}

/** Only an answer that was understood says what happened; silence and trouble over there leave it unknown. */
async function changeBalance({ db }: App, outside: Outside, change: BalanceChange): Promise<BalanceResult> {
  const { account, amountMinor, externalId, at } = change;
  const { currency } = await db.one<{ currency: string }>(sql`
    select currency from trading_account where number = ${account}`);
  const amount = toDecimal(amountMinor, currency);
  const body = { external_id: externalId, account: String(account), currency, amount, at: at.toISOString() };
  return resultOf(send(outside, '/v1/balance-operations', body), 'unknown');
}

async function balanceChange(outside: Outside, externalId: string): Promise<BalanceResult> {
  return resultOf(send(outside, `/v1/balance-operations/${encodeURIComponent(externalId)}`), 'refused');
}

/** @param whenMissing what 404 says */
async function resultOf(answer: Promise<Response>, whenMissing: BalanceResult): Promise<BalanceResult> {
  try {
    const response = await answer;
    if (response.status === 404) return whenMissing;
    return response.ok ? wireResult.parse(await response.json()).result : 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * `link`: the platform's server is told the token, and the browser brings it in the address. `exchange`: the browser
 * brings it, and the platform's server asks us what it opens. `form`: the same, but posted, so that it stands in no address.
 */
async function signIn(
  { clock }: App,
  outside: Outside,
  ask: (path: string, body: object, answer: typeof wireDone) => Promise<unknown>,
  of: { token: string; language: Language; account: string },
): Promise<SignIn> {
  const { token, language, account } = of;
  const link = `${outside.url}/sign-in`;
  if (outside.signIn === 'form') return { link, fields: { token, account, language } };
  if (outside.signIn === 'link') {
    const expiresAt = new Date(clock.now().getTime() + tokenLifetimeMs.platformSignIn);
    await ask('/v1/sign-in-tokens', { token, account, expires_at: expiresAt.toISOString() }, wireDone);
  }
  return { link: `${link}?${new URLSearchParams({ token, language }).toString()}`, fields: null };
}
