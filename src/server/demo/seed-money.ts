import { fromDecimal } from '#contract/kernel/money.ts';
import {
  houseAccount,
  openAccounts,
  tradingCode,
  walletAccounts,
  type HouseAccountKind,
} from '#server/ledger/accounts.ts';
import { seedRates } from '#server/market/demo-rates.ts';
import { post } from '#server/ledger/post.ts';
import { seedDeposit, seedWithdrawal } from '#server/payments/demo-payments.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { tradingPlatform } from '#server/trading/accounts.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { transferMoney } from '#server/trading/transfer-money.ts';
import { seedConversion } from '#server/wallets/demo-conversion.ts';
import type { MoneyStep } from './people-money.ts';
import { accountOf, seedHolding, seedWaiting } from './seed-trading.ts';

type ExternalFlowKind = 'deposit' | 'bonus';
type FundStep = Extract<MoneyStep, { does: 'fund' }>;

/** Where money of each kind comes from. */
const sides: Record<ExternalFlowKind, { account: HouseAccountKind; detail?: string }> = {
  deposit: { account: 'psp_in', detail: 'bank-transfer' },
  bonus: { account: 'bonus' },
};

/** Runs a step for a client, at the time of the app's clock. */
export async function seedMoney(
  app: App,
  clientId: string,
  step: Exclude<MoneyStep, { does: 'trade' }>,
): Promise<void> {
  if (step.does === 'open') {
    await openTradingAccount(app, { id: clientId }, { currency_id: step.account });
  } else if (step.does === 'convert') {
    await seedRates(app);
    await seedConversion(app, clientId, step.into, step.amount);
  } else if (step.does === 'fund') {
    await fundAccount(app, clientId, step);
  } else if (step.does === 'hold') {
    await seedHolding(app, clientId, step);
  } else if (step.does === 'wait') {
    await seedWaiting(app, clientId, step);
  } else if (step.does === 'deposit') {
    await seedDeposit(app, clientId, step.amount);
  } else if (step.does === 'withdrawal') {
    await seedWithdrawal(app, clientId, step.amount);
  } else {
    const { available } = walletAccounts(clientId, await mainWalletOf(app, clientId));
    await depositFromOutside(app, step.does, available, 'USD', step.amount);
  }
}

async function fundAccount(app: App, clientId: string, { account: currency, amount }: FundStep): Promise<void> {
  const number = await accountOf(app, clientId, currency);
  const accountNumber = String(number);
  const amountMinor = fromDecimal(amount, currency);
  if (currency === 'USD') {
    const walletId = await mainWalletOf(app, clientId);
    const amountIn = () => amountMinor;
    await transferMoney(app, { id: clientId }, { direction: 'in', walletId, accountNumber, amountIn, key: newId() });
    return;
  }
  const id = await depositFromOutside(app, 'deposit', tradingCode(clientId, accountNumber), currency, amount);
  const change = { account: number, amountMinor, externalId: `deposit:${id}`, at: app.clock.now() };
  await app.db.tx((tx) => tradingPlatform(app).changeBalance(tx, change));
}

/** Posts against the house account for that kind; returns the transaction's id. */
async function depositFromOutside(
  app: App,
  kind: ExternalFlowKind,
  code: string,
  currency: string,
  amount: string,
): Promise<string> {
  const { account, detail } = sides[kind];
  const other = houseAccount(account, currency, detail);
  const amountMinor = fromDecimal(amount, currency);
  const at = app.clock.now();
  return app.db.tx(async (tx) => {
    await openAccounts(tx, at, [other]);
    const { id } = await post(tx, { scope: 'demo', key: newId(), kind, at }, [
      { account: code, amountMinor },
      { account: other.code, amountMinor: -amountMinor },
    ]);
    return id;
  });
}

async function mainWalletOf(app: App, clientId: string): Promise<string> {
  const { id } = await app.db.one<{ id: string }>(
    sql`select id from wallet where client_id = ${clientId} and kind = 'main'`,
  );
  return id;
}
