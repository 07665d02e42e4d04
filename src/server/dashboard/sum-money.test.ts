import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { convert, toDecimal } from '#contract/money.ts';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { captureHold, hold } from '#server/ledger/hold.ts';
import { post, type LedgerKind } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/wallet.ts';
import { spanUntil } from './span.ts';
import { sumMoney } from './sum-money.ts';

/** Whatever moved, the figures are those of the plainest sums: every posting of all time, added up one by one. */
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
const house = (['psp_in', 'psp_out', 'fees', 'dealing'] as const).flatMap((kind) =>
  (['USD', 'EUR'] as const).map((currency) => houseAccount(kind, currency, 'test')),
);
const platforms = (['USD', 'EUR'] as const).map(
  (currency) => ({ code: accounts[currency], kind: 'trading', currency, clientId: wallet.clientId }) as const,
);
await db.tx((tx) => openAccounts(tx, now, [...house, ...platforms]));
for (const { code, currency } of platforms) {
  await move('deposit', 'psp_in', code, currency, rich, new Date('2025-01-01T00:00:00Z'));
}

/** Takes from an account of the house and gives to one of the client; the other way round with less than nothing. */
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

const acts = {
  deposit: (amount: bigint, at: Date) => move('deposit', 'psp_in', wallet.available, 'USD', amount, at),
  toPlatform: (amount: bigint, at: Date) => move('deposit', 'psp_in', accounts.EUR, 'EUR', amount, at),
  refund: (amount: bigint, at: Date) => move('correction', 'psp_in', wallet.available, 'USD', -amount, at),
  returned: (amount: bigint, at: Date) => move('correction', 'psp_out', wallet.available, 'USD', amount, at),
  correction: (amount: bigint, at: Date) => move('correction', 'fees', wallet.available, 'USD', amount, at),
  result: (amount: bigint, at: Date) => move('trading_result', 'dealing', accounts.EUR, 'EUR', -amount, at),
  withdrawal: async (amountMinor: bigint, at: Date) => {
    const act = () => ({ scope: 'test', key: newId(), at });
    const held = await db.tx((tx) => hold(tx, act(), { wallet, amountMinor, purpose: 'withdrawal' }));
    const sent = [
      { account: houseAccount('psp_out', 'USD', 'test').code, amountMinor: amountMinor - amountMinor / 7n },
    ];
    await db.tx((tx) => captureHold(tx, held.id, { ...act(), kind: 'withdrawal' }, sent));
  },
};

const step = fc.record({
  act: fc.constantFrom(...Object.values(acts)),
  amount: fc.bigInt(7n, 9_999n),
  // From before the first day that is looked at to the last moment of it, midnights among them.
  at: fc.oneof(
    fc.integer({ min: 0, max: 34 * dayMs }).map((ago) => new Date(now.getTime() - ago)),
    fc.integer({ min: 0, max: 32 }).map((days) => new Date(Math.floor(now.getTime() / dayMs - days) * dayMs)),
  ),
});

test('the figures of money are the sums of all postings', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const { act, amount, at } of steps) await act(amount, at);
      const { flow, days, currencies, wallets, accounts: onPlatforms } = await sumMoney({ db }, span);
      expect({ flow, days, currencies, wallets, accounts: onPlatforms }).toEqual(await addedUp());
    }),
    { numRuns: 20 },
  );
}, 60_000);

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
  const told = (came: bigint, went: bigint, currency: string) => ({
    in: toDecimal(came, currency),
    out: toDecimal(went, currency),
    net: toDecimal(came - went, currency),
  });
  /** Each day and currency is rounded on its own. */
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
    flow: told(inUsd(lately, inOf), inUsd(lately, outOf), 'USD'),
    days: span.days.map((on) => {
      const of = lately.filter((each) => dayOf(each) === on);
      return { on, ...told(inUsd(of, inOf), inUsd(of, outOf), 'USD') };
    }),
    currencies: used.map((currency) => {
      const of = lately.filter((each) => each.currency === currency);
      return {
        currency,
        ...told(inOf(of), outOf(of), currency),
        wallets: toDecimal(ownedOf(currency, inWallets), currency),
        accounts: toDecimal(ownedOf(currency, onAccounts), currency),
      };
    }),
    wallets: owned(inWallets),
    accounts: owned(onAccounts),
  };
}
