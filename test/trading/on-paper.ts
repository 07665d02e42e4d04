import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { closeAll } from '#server/paper/close.ts';
import { placeOrder } from '#server/paper/place-order.ts';
import { paperPlatform } from '#server/paper/platform.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { BalanceChange, PlatformAccount, TradingPlatform } from '#server/trading/platform.ts';
import type { TestServer } from '../server.ts';
import { clientWithWallet } from '../money/wallet.ts';

/** The embedded platform, whose balance changes are also posted to the ledger, as its callers would do. */
export function postingPlatform(app: App): TradingPlatform {
  const platform = paperPlatform(app);
  return {
    ...platform,
    changeBalance: (_, change) =>
      app.db.tx(async (tx) => {
        const result = await platform.changeBalance(tx, change);
        if (result === 'done') await postChange(tx, change);
        return result;
      }),
  };
}

async function postChange(tx: Tx, { account, amountMinor, externalId, at }: BalanceChange): Promise<void> {
  const { code } = await tx.one<{ code: string }>(sql`
    select a.code from trading_account t join ledger_account a on a.id = t.ledger_account_id where t.number = ${account}`);
  const external = houseAccount('psp_in', 'USD', 'test');
  await openAccounts(tx, at, [external]);
  await post(tx, { scope: 'test', key: externalId, kind: 'deposit', at }, [
    { account: code, amountMinor },
    { account: external.code, amountMinor: -amountMinor },
  ]);
}

/** Opens an account of that number on the embedded platform, unless it is there. */
export async function openNumbered(app: App, account: PlatformAccount): Promise<void> {
  const { number, currency, leverage } = account;
  const at = app.clock.now();
  const known = await app.db.maybeOne(sql`select from trading_account where number = ${number}`);
  if (known) return app.db.tx((tx) => paperPlatform(app).openAccount(tx, account, at));
  const { clientId } = await clientWithWallet(app.db);
  const code = tradingCode(clientId, String(number));
  await app.db.tx(async (tx) => {
    const [ledgerAccount] = await openAccounts(tx, at, [{ code, kind: 'trading', currency, clientId }]);
    await tx.run(sql`
      insert into trading_account (id, number, client_id, currency, leverage, status, platform, ledger_account_id, created_at)
      values (${newId()}, ${number}, ${clientId}, ${currency}, ${leverage}, 'active', 'paper', ${ledgerAccount}, ${at})`);
    await paperPlatform(app).openAccount(tx, account, at);
  });
}

/** A number that no account has. */
export async function nextNumber({ db }: App): Promise<bigint> {
  const { number } = await db.one<{ number: bigint }>(sql`select nextval('trading_account_number') as number`);
  return number;
}

/** What a holder does on an account of the embedded platform, for the suite that every platform passes. */
export function holderOnPaper({ app, clock }: TestServer) {
  const trader = (account: bigint) => ({ account, mayTrade: true, owesConsent: false });
  const order = { symbol: 'EURUSD', side: 'buy' as const, volume: '0.10' };
  return {
    now: () => clock.now(),
    async buy(account: bigint): Promise<void> {
      await placeOrder(app, trader(account), newId(), { ...order, type: 'market' });
    },
    async waitBelow(account: bigint): Promise<void> {
      await placeOrder(app, trader(account), newId(), { ...order, type: 'limit', price: '0.50000' });
    },
    async closeAll(account: bigint): Promise<void> {
      await closeAll(app, trader(account), newId());
    },
  };
}
