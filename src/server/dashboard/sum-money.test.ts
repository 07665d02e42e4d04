import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { convert, toDecimal } from '#contract/kernel/money.ts';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { captureHold, hold } from '#server/ledger/hold.ts';
import { post, type LedgerKind } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/money/wallet.ts';
import { spanUntil } from './span.ts';
import { sumMoney } from './sum-money.ts';

/** For any movements, the figures equal the simplest sums: every posting of all time, added one by one. */
const { db, drop } = await testDatabase();
afterAll(drop);

const now = new Date('2026-03-31T15:00:00Z');
const span = spanUntil(now);
const dayMs = 24 * 3_600_000;
const rich = 100_000_000n;

const wallet = await clientWithWallet(db, rich, new Date('2025-01-01T00:00:00Z'));
const accounts = {
  USD: tradingCode(wallet.clientId, '1'),
  EUR: tradingCode(wallet.clientId, '2'),
};
const settings = (['psp_in', 'psp_out', 'fees', 'dealing'] as const).flatMap((kind) =>
  (['USD', 'EUR'] as const).map((currency) => houseAccount(kind, currency, 'test')),
);
const platforms = (['USD', 'EUR'] as const).map(
  (currency) => ({ code: accounts[currency], kind: 'trading', currency, clientId: wallet.clientId }) as const,
);
await db.tx((tx) => openAccounts(tx, now, [...settings, ...platforms]));
for (const { code, currency } of platforms) {
  await move('deposit', 'psp_in', code, currency, rich, new Date('2025-01-01T00:00:00Z'));
}

/** Moves an amount from a house account to a client account; a negative amount goes the other way. */
function move(
  kind: LedgerKind,
  from: 'psp_in' | 'psp_out' | 'fees' | 'dealing',
  to: string,
  currency: 'USD' | 'EUR',
  amountMinor: bigint,
  at: Date,
) {
  return db.tx((tx) =>
    post(tx, { scope: 'test', key: newId(), kind, at }, [
      { account: houseAccount(from, currency, 'test').code, amountMinor: -amountMinor },
      { account: to, amountMinor },
    ]),
  );
}

const actions = {
  deposit: (amount: bigint, at: Date) => move('deposit', 'psp_in', wallet.available, 'USD', amount, at),
  toPlatform: (amount: bigint, at: Date) => move('deposit', 'psp_in', accounts.EUR, 'EUR', amount, at),
  refund: (amount: bigint, at: Date) => move('correction', 'psp_in', wallet.available, 'USD', -amount, at),
  returned: (amount: bigint, at: Date) => move('correction', 'psp_out', wallet.available, 'USD', amount, at),
  correction: (amount: bigint, at: Date) => move('correction', 'fees', wallet.available, 'USD', amount, at),
  result: (amount: bigint, at: Date) => move('trading_result', 'dealing', accounts.EUR, 'EUR', -amount, at),
  withdrawal: async (amountMinor: bigint, at: Date) => {
    const action = () => ({ scope: 'test', key: newId(), at });
    const held = await db.tx((tx) => hold(tx, action(), { wallet, amountMinor, purpose: 'withdrawal' }));
    const sent = [
      { account: houseAccount('psp_out', 'USD', 'test').code, amountMinor: amountMinor - amountMinor / 7n },
    ];
    await db.tx((tx) => captureHold(tx, held.id, { ...action(), kind: 'withdrawal' }, sent));
  },
};

const step = fc.record({
  action: fc.constantFrom(...Object.values(actions)),
  amount: fc.bigInt(7n, 9_999n),
  // From before the first day of the span to its last moment, with midnights.
  at: fc.oneof(
    fc.integer({ min: 0, max: 34 * dayMs }).map((ago) => new Date(now.getTime() - ago)),
    fc.integer({ min: 0, max: 32 }).map((days) => new Date(Math.floor(now.getTime() / dayMs - days) * dayMs)),
  ),
});

test('the money figures are the sums of all postings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { action, amount, at } of steps) await action(amount, at);
      const { flow, days, currencies, wallets, accounts: onPlatforms } = await sumMoney({ db }, span);
      expect({ flow, days, currencies, wallets, accounts: onPlatforms }).toEqual(await addedUp());
    }),
    { numRuns: 20 },
  );
});

interface Moved {
  at: Date;
  kind: string;
  currency: string;
  amount: bigint;
  of: LedgerKind;
}

async function addedUp() {
  const moved = await db.rows<Moved>(sql`
    select t.at, a.kind, p.currency, p.amount, t.kind as of
    from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_transaction t on t.id = p.transaction_id`);
  const rates = await db.rows<{ code: string; rate: string }>(sql`select code, usd_rate as rate from currency`);
  const sum = (of: Moved[]) => of.reduce((total, { amount }) => total + amount, 0n);
  const dayOf = ({ at }: Moved) => at.toISOString().slice(0, 10);
  const lately = moved.filter(
    (each) => each.at >= span.since && ['deposit', 'withdrawal', 'correction'].includes(each.of),
  );
  const used = ['EUR', 'USD'];
  const inOf = (of: Moved[]) => -sum(of.filter(({ kind }) => kind === 'psp_in'));
  const outOf = (of: Moved[]) => sum(of.filter(({ kind }) => kind === 'psp_out'));
  const usd = (minor: bigint, code: string) =>
    convert(minor, code, 'USD', rates.find((each) => each.code === code)?.rate ?? '0');
  const flowOf = (came: bigint, went: bigint, currency: string) => ({
    in: toDecimal(came, currency),
    out: toDecimal(went, currency),
    net: toDecimal(came - went, currency),
  });
  /** Each day and currency is rounded separately. */
  const inUsd = (of: Moved[], side: (of: Moved[]) => bigint) =>
    span.days.reduce(
      (total, on) =>
        total +
        used.reduce(
          (all, code) => all + usd(side(of.filter((each) => dayOf(each) === on && each.currency === code)), code),
          0n,
        ),
      0n,
    );
  const ownedOf = (code: string, kinds: string[]) =>
    sum(moved.filter(({ kind, currency }) => currency === code && kinds.includes(kind)));
  const owned = (kinds: string[]) =>
    toDecimal(
      used.reduce((total, code) => total + usd(ownedOf(code, kinds), code), 0n),
      'USD',
    );
  const [inWallets, onAccounts] = [['wallet_available', 'wallet_held'], ['trading']];
  return {
    flow: flowOf(inUsd(lately, inOf), inUsd(lately, outOf), 'USD'),
    days: span.days.map((on) => {
      const of = lately.filter((each) => dayOf(each) === on);
      return { on, ...flowOf(inUsd(of, inOf), inUsd(of, outOf), 'USD') };
    }),
    currencies: used.map((currency) => {
      const of = lately.filter((each) => each.currency === currency);
      return {
        currency,
        ...flowOf(inOf(of), outOf(of), currency),
        wallets: toDecimal(ownedOf(currency, inWallets), currency),
        accounts: toDecimal(ownedOf(currency, onAccounts), currency),
      };
    }),
    wallets: owned(inWallets),
    accounts: owned(onAccounts),
  };
}
