import type { z } from 'zod';
import { toDecimal } from '#contract/kernel/money.ts';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
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
import { openImported, type Opening } from './open-imported.ts';
import type { BalanceChange, BalanceResult, SignIn, TradingPlatform } from '../platform.ts';

type RemotePlatform = NonNullable<App['config']['remotePlatform']>;

const timeoutMs = 10_000;
const openImportedEveryMs = 5000;

/** Screens wait for figures, and there are stored ones to show instead. */
const figuresTimeoutMs = 3000;

/**
 * An external platform with the calls of docs/trading.md. Any failure to get a response is the refusal
 * `trading.platform_silent`.
 */
export function httpPlatform(app: App, remote: RemotePlatform): TradingPlatform {
  const requestItem = <S extends z.ZodType>(path: string, body: object, result: S, withinMs?: number) =>
    request(remote, path, body, result, withinMs).catch((error: unknown) => {
      app.log.warn({ err: error, path }, 'the trading platform does not answer');
      throw refuse('trading.platform_silent');
    });
  return {
    embedded: false,
    async openAccount(tx, { number, currency, leverage, openingMinor }, at) {
      // Thousands of imported accounts would hold up the events of others.
      if (openingMinor !== undefined)
        await tx.run(sql`
          insert into platform_opening (account_id, amount, created_at, next_attempt_at)
          select id, ${openingMinor}, ${at}, ${at} from trading_account where number = ${number}`);
      else
        await app.outbox.emit(tx, 'trading.platform_account_requested', {
          number: String(number),
          currency,
          leverage,
        });
    },
    changeBalance: (_, change) => changeBalance(app, remote, change),
    // It knows its positions and protects balances by rules of its own.
    accountHold: async () => null,
    balanceChange: (externalId) => balanceChange(remote, externalId),
    async snapshots(accounts) {
      const found = await requestItem(
        '/v1/snapshots',
        { accounts: accounts.map(String) },
        wireSnapshots,
        figuresTimeoutMs,
      );
      return new Map(found.map(readSnapshot));
    },
    positions: (accounts) => requestItem('/v1/positions', { accounts: accounts.map(String) }, wirePositions),
    waitingOrders: (accounts) => requestItem('/v1/orders/waiting', { accounts: accounts.map(String) }, wireOrders),
    orders: (filter) => requestItem('/v1/orders', plain(filter), wireOrders),
    closedPositions: (filter) => requestItem('/v1/closed-positions', plain(filter), wireClosedPositions),
    closedTotals: async (filter) =>
      readTotals(await requestItem('/v1/closed-positions/totals', plain(filter), wireTotals)),
    deals: (filter) => requestItem('/v1/deals', plain(filter), wireDeals),
    dealTotals: async (filter) => readTotals(await requestItem('/v1/deals/totals', plain(filter), wireTotals)),
    dealsSince: (account, after, limit) =>
      requestItem(
        '/v1/deals/since',
        { account: String(account), ...(after === null ? {} : { after }), limit },
        wireDeals,
      ),
    signIn: (token, _site, language, account) =>
      signIn(app, remote, requestItem, { token, language, account: String(account) }),
  };
}

/** Announces accounts that were opened here to the platform; imported ones by a job, with their balances. */
export function openAccountsRemotely(app: App): void {
  const { remotePlatform } = app.config;
  if (remotePlatform)
    app.outbox.on('trading.platform_account_requested', async ({ number, currency, leverage }) => {
      await request(remotePlatform, '/v1/accounts', { number, currency, leverage }, wireDone);
    });
  app.jobs.every('trading.open_imported', openImportedEveryMs, async () =>
    remotePlatform ? openImported(app, (opening) => openWithBalance(remotePlatform, opening)) : null,
  );
}

async function openWithBalance(remote: RemotePlatform, opening: Opening): Promise<void> {
  const { currency, leverage, amountMinor, at } = opening;
  const account = String(opening.number);
  await request(remote, '/v1/accounts', { number: account, currency, leverage }, wireDone);
  if (amountMinor === 0n) return;
  const amount = toDecimal(amountMinor, currency);
  const credit = { external_id: `opening:${account}`, account, currency, amount, at: at.toISOString() };
  const { result } = await request(remote, '/v1/balance-operations', credit, wireResult);
  if (result !== 'done') throw new Error(`the trading platform refuses the opening balance of account ${account}`);
}

/** Without what is undefined, and with account numbers as digits. */
function plain({ accounts, ...rest }: { accounts: readonly bigint[] }): object {
  return { accounts: accounts.map(String), ...rest };
}

function send({ url, secret }: RemotePlatform, path: string, body?: object, withinMs = timeoutMs): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secret}`, accept: 'application/json', 'content-type': 'application/json' },
    signal: AbortSignal.timeout(withinMs),
    redirect: 'error',
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function request<S extends z.ZodType>(
  remote: RemotePlatform,
  path: string,
  body: object,
  result: S,
  withinMs?: number,
): Promise<z.output<S>> {
  const response = await send(remote, path, body, withinMs);
  if (!response.ok) throw new Error(`the trading platform answered ${response.status} to ${path}`);
  return result.parse(await response.json());
}

/** Only a valid response proves what happened; silence and errors of the platform leave it unknown. */
async function changeBalance({ db }: App, remote: RemotePlatform, change: BalanceChange): Promise<BalanceResult> {
  const { account, amountMinor, externalId, at } = change;
  const { currency } = await db.one<{ currency: string }>(sql`
    select currency from trading_account where number = ${account}`);
  const amount = toDecimal(amountMinor, currency);
  const body = { external_id: externalId, account: String(account), currency, amount, at: at.toISOString() };
  return resultOf(send(remote, '/v1/balance-operations', body), 'unknown');
}

async function balanceChange(remote: RemotePlatform, externalId: string): Promise<BalanceResult> {
  return resultOf(send(remote, `/v1/balance-operations/${encodeURIComponent(externalId)}`), 'refused');
}

/** @param whenMissing the meaning of 404 */
async function resultOf(result: Promise<Response>, whenMissing: BalanceResult): Promise<BalanceResult> {
  try {
    const response = await result;
    if (response.status === 404) return whenMissing;
    return response.ok ? wireResult.parse(await response.json()).result : 'unknown';
  } catch {
    return 'unknown';
  }
}

/**
 * `link`: the platform's server gets the token, and the browser brings it in the address. `exchange`: the browser
 * brings it, and the platform's server asks us what it opens. `form`: the same, but posted, so that it is in no
 * address.
 */
async function signIn(
  { clock }: App,
  remote: RemotePlatform,
  requestItem: (path: string, body: object, result: typeof wireDone) => Promise<unknown>,
  of: { token: string; language: Language; account: string },
): Promise<SignIn> {
  const { token, language, account } = of;
  const link = `${remote.url}/sign-in`;
  if (remote.signIn === 'form') return { link, fields: { token, account, language } };
  if (remote.signIn === 'link') {
    const expiresAt = new Date(clock.now().getTime() + tokenLifetimeMs.platformSignIn);
    await requestItem('/v1/sign-in-tokens', { token, account, expires_at: expiresAt.toISOString() }, wireDone);
  }
  return { link: `${link}?${new URLSearchParams({ token, language }).toString()}`, fields: null };
}
