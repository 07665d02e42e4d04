import type { ResponseOf, Route } from '#contract/api.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import { tradingCode } from '#server/ledger/accounts.ts';
import { balances } from '#server/ledger/balances.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { marketFeed } from '#server/market/feed.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { transferMoney } from '#server/trading/transfer-money.ts';
import type { Browser } from '../browser.ts';
import type { Session, TestServer } from '../server.ts';
import { deposit, walletOf } from '../money/wallet.ts';

type PaperRoute = Extract<Route, `POST /api/paper/${string}`>;

/** A terminal that is open on one account. */
export interface Terminal {
  owner: Session;
  browser: Browser;
  session: string;
  number: string;
  call(route: PaperRoute, body?: object, headers?: Record<string, string>): ReturnType<TestServer['call']>;
  /** The answer's body; anything but success fails the test. */
  request<R extends PaperRoute>(route: R, body?: object): Promise<ResponseOf<R>>;
}

/** A client with an account in USD, so much on it, and a terminal in a browser of its own. */
export async function openTerminal(server: TestServer, amount = '10000.00', person?: Session): Promise<Terminal> {
  const owner = person ?? (await server.register());
  const { trading_account_id: number } = await openTradingAccount(server.app, owner.user, { currency_id: 'USD' });
  await fund(server, owner, number, amount);
  return signInAt(server, owner, number);
}

/** Money from outside, through the wallet, onto the account. */
export async function fund(server: TestServer, owner: Session, accountNumber: string, amount: string): Promise<void> {
  const amountMinor = fromDecimal(amount, 'USD');
  if (amountMinor === 0n) return;
  await deposit(server.db, owner.user.id, amountMinor, server.clock.now());
  const { walletId } = await walletOf(server.db, owner.user.id);
  await transferMoney(server.app, owner.user, {
    direction: 'in',
    walletId,
    accountNumber,
    amountIn: () => amountMinor,
    key: newId(),
  });
}

export async function signInAt(
  server: TestServer,
  owner: Session,
  number: string,
  browser = server.browser(),
): Promise<Terminal> {
  const issued = await server.call('POST /api/trading-account/autologin', {
    as: owner,
    body: { trading_account_id: number },
  });
  const token = issued.body.link.split('/').at(-1) ?? '';
  const { body } = await server.call('POST /api/paper/session', { as: browser, body: { token } });
  const { session } = body;
  // Days pass in tests, and terminal sessions must not expire by that.
  await server.db.run(sql`update paper_session set expires_at = 'infinity' where account = ${number}::bigint`);
  await server.db.run(sql`
    update session set expires_at = 'infinity', ends_at = 'infinity', idle = interval '10 years' where person_id = ${owner.user.id}`);
  const call: Terminal['call'] = (route, input = {}, headers = {}) =>
    server.call(route, { as: browser, body: input, headers: { 'x-platform-session': session, ...headers } });
  return {
    owner,
    browser,
    session,
    number,
    call,
    async request(route, input) {
      const { status, body: response } = await call(route, input, { 'idempotency-key': newId() });
      if (status !== 200) throw new Error(`${route}: ${JSON.stringify(response)}`);
      return response as never;
    },
  };
}

export function quoteOf(server: TestServer, symbol: string) {
  const quote = marketFeed(server.app).quote(symbol);
  if (!quote) throw new Error(`${symbol} is not quoted`);
  return quote;
}

/** Lets time pass until the market is as wanted, and fails when that takes longer than two months. */
export function waitFor(server: TestServer, isThere: () => boolean, stepMs = 300_000): void {
  for (let n = 0; n < (60 * 86_400_000) / stepMs; n += 1) {
    if (isThere()) return;
    server.clock.advance(stepMs);
  }
  throw new Error('the market did not get there');
}

/** What must hold of an account after anything: its balance, the sum of its deals and the ledger agree. */
export async function sumsOf(server: TestServer, { owner, number }: Pick<Terminal, 'owner' | 'number'>) {
  const { balance, deals } = await server.db.one<{ balance: bigint; deals: bigint }>(sql`
    select a.balance, (select coalesce(sum(commission + swap + fee + profit), 0)::bigint from paper_deal where account = a.number) as deals
    from paper_account a where a.number = ${number}::bigint`);
  const code = tradingCode(owner.user.id, number);
  return { balance, deals, ledger: (await balances(server.db, [code])).get(code) };
}

/** What breaks an invariant of the ledger, as `npm run ledger:verify` would say. */
export async function breaches(server: TestServer): Promise<object[]> {
  const { findings } = await server.db.snapshot(verifyLedger);
  return findings.filter(({ breach }) => breach);
}
