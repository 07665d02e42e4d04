import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Snapshot, Totals, TradingPlatform } from '#server/trading/platform.ts';
import { startServer } from '../server.ts';
import { openNumbered, postingPlatform } from './on-paper.ts';

/** The sign-in data that the stand-in received. */
export interface NotifiedToken {
  token: string;
  account: string;
  expires_at: string;
}

interface Input {
  accounts: string[];
  account: string;
  after?: string;
  limit: number;
  external_id: string;
  amount: string;
  at: string;
  number: string;
  currency: string;
  leverage: number;
}

/**
 * A trading platform elsewhere, on loopback: the embedded one of another installation, spoken to over HTTP by the calls
 * of docs/trading.md.
 */
export async function startExternalPlatform(app: App, secret: string) {
  const platform = postingPlatform(app);
  const http = fastify();
  const notified: NotifiedToken[] = [];
  /**
   * `swallow`: responses that a broken line loses: the action happens, and the caller never learns of it. `mute`: there
   * is no response; `unanswered` counts those calls. `failing`: accounts and balance operations about which every query fails.
   * `refusing`: accounts whose balance operations are refused.
   */
  const trouble = { swallow: 0, mute: false, unanswered: 0, failing: new Set<string>(), refusing: new Set<string>() };
  http.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `Bearer ${secret}`) return reply.code(401).send({});
    if (!trouble.mute) return;
    trouble.unanswered += 1;
    reply.hijack();
  });
  http.post('/v1/sign-in-tokens', async ({ body }) => {
    notified.push(body as NotifiedToken);
    return { status: 'ok' };
  });
  http.post('/v1/accounts', async ({ body }) => {
    const { number, currency, leverage } = body as Input;
    await openNumbered(app, { number: BigInt(number), currency, leverage });
    return { status: 'ok' };
  });
  http.post('/v1/balance-operations', async ({ body }, reply) => {
    const { external_id: externalId, account, amount, at } = body as Input;
    if (trouble.refusing.has(account)) return { result: 'refused' };
    const amountMinor = BigInt(amount.replace('.', ''));
    const change = { account: BigInt(account), amountMinor, externalId, at: new Date(at) };
    const result = await platform.changeBalance(null, change);
    if (trouble.swallow > 0) {
      trouble.swallow -= 1;
      reply.hijack();
      reply.raw.destroy();
      return;
    }
    return { result };
  });
  http.get<{ Params: { id: string } }>('/v1/balance-operations/:id', async ({ params }, reply) =>
    trouble.failing.has(params.id) ? reply.code(500).send({}) : { result: await platform.balanceChange(params.id) },
  );
  http.addHook('preHandler', async ({ body }, reply) => {
    const { accounts = [] } = (body ?? {}) as Partial<Input>;
    return accounts.some((account) => trouble.failing.has(account)) ? reply.code(500).send({}) : undefined;
  });
  serveReading(http, app, platform);
  await http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = http.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, notified, trouble, close: () => http.close() };
}

/** What `startConnected` starts. */
export type Connected = Awaited<ReturnType<typeof startConnected>>;

/** A server whose trading accounts are on a platform elsewhere, that platform, and the installation behind it. */
export async function startConnected() {
  const secret = 'shared-between-two-servers-0123';
  const elsewhere = await startServer();
  const external = await startExternalPlatform(elsewhere.app, secret);
  const env = { TRADING_PLATFORM: 'http', TRADING_PLATFORM_URL: external.url, TRADING_PLATFORM_SECRET: secret };
  const server = await startServer({ env });
  const close = async () => {
    await server.close();
    await external.close();
    await elsewhere.close();
  };
  return { server, elsewhere, external, close };
}

function serveReading(http: ReturnType<typeof fastify>, { db }: App, platform: TradingPlatform): void {
  const currencyOf = async (account: bigint) =>
    (await db.one<{ currency: string }>(sql`select currency from paper_account where number = ${account}`)).currency;
  const read = (path: string, response: (input: Input, accounts: bigint[]) => Promise<unknown>) =>
    http.post(path, async ({ body }: { body: unknown }) => {
      const input = body as Input;
      return response(input, (input.accounts ?? []).map(BigInt));
    });
  const totals = async (accounts: bigint[], sums: Totals) => showTotals(sums, await currencyOf(accounts[0] ?? 0n));
  read('/v1/snapshots', async (_, accounts) => {
    const found = await platform.snapshots(accounts);
    return Promise.all(
      [...found].map(async ([account, each]) => showSnapshot(account, each, await currencyOf(account))),
    );
  });
  read('/v1/positions', (_, accounts) => platform.positions(accounts));
  read('/v1/orders/waiting', (_, accounts) => platform.waitingOrders(accounts));
  read('/v1/orders', (input, accounts) => platform.orders({ ...input, accounts }));
  read('/v1/closed-positions', (input, accounts) => platform.closedPositions({ ...input, accounts }));
  read('/v1/closed-positions/totals', async (input, accounts) =>
    totals(accounts, await platform.closedTotals({ ...input, accounts })),
  );
  read('/v1/deals', (input, accounts) => platform.deals({ ...input, accounts }));
  read('/v1/deals/totals', async (input, accounts) =>
    totals(accounts, await platform.dealTotals({ ...input, accounts })),
  );
  read('/v1/deals/since', ({ account, after, limit }) => platform.dealsSince(BigInt(account), after ?? null, limit));
}

function showSnapshot(account: bigint, snapshot: Snapshot, currency: string) {
  const show = (minor: bigint) => toDecimal(minor, currency);
  return {
    account: String(account),
    currency,
    balance: show(snapshot.balanceMinor),
    credit: show(snapshot.creditMinor),
    equity: show(snapshot.equityMinor),
    margin: show(snapshot.marginMinor),
    free_margin: show(snapshot.freeMarginMinor),
    unrealised: show(snapshot.unrealisedMinor),
    at: snapshot.at.toISOString(),
  };
}

function showTotals({ count, volume, ...sums }: Totals, currency: string) {
  return {
    currency,
    count,
    volume,
    profit: toDecimal(sums.profitMinor, currency),
    cash: toDecimal(sums.cashMinor, currency),
    swap: toDecimal(sums.swapMinor, currency),
    commission: toDecimal(sums.commissionMinor, currency),
    fee: toDecimal(sums.feeMinor, currency),
  };
}
