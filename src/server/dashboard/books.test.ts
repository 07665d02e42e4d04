import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { convert, toDecimal } from '#contract/kernel/money.ts';
import type { FigureName } from '#contract/dashboard/names.ts';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { captureHold, hold } from '#server/ledger/hold.ts';
import { post, type LedgerKind } from '#server/ledger/post.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet, type TestWallet } from '#test/money/wallet.ts';
import { periodOf } from './period.ts';
import { countBooks } from './show-dashboard.ts';

/** For any movements, sealed or not, the figures equal the simplest sums: every posting and deal of all time, one by one. */
const { db, drop } = await testDatabase();
afterAll(drop);

const now = new Date('2026-03-31T15:00:00Z');
const period = periodOf({ period: 'days_7' }, now);
const dayMs = 24 * 3_600_000;
const longAgo = new Date('2025-01-01T00:00:00Z');
const rich = 100_000_000n;
const currencies = ['USD', 'EUR'] as const;
type Currency = (typeof currencies)[number];
type Company = 'psp_in' | 'psp_out' | 'fees' | 'bonus' | 'dealing';

interface Trader {
  wallet: TestWallet;
  usd: string;
  eur: string;
  number: bigint;
}
const traders: Trader[] = [];

beforeAll(async () => {
  const houses = (['psp_in', 'psp_out', 'fees', 'bonus', 'dealing'] as const).flatMap((kind) =>
    currencies.map((currency) => houseAccount(kind, currency, 'test')),
  );
  await db.tx((tx) => openAccounts(tx, longAgo, houses));
  for (const [number, days] of [
    [501n, 2],
    [502n, 5],
    [503n, 9],
  ] as const) {
    const wallet = await clientWithWallet(db, 0n, new Date(now.getTime() - days * dayMs));
    const [usd, eur] = [tradingCode(wallet.clientId, `${number}1`), tradingCode(wallet.clientId, `${number}2`)];
    const opened = [
      { code: usd, currency: 'USD' },
      { code: eur, currency: 'EUR' },
    ] as const;
    await db.tx((tx) =>
      openAccounts(
        tx,
        longAgo,
        opened.map((each) => ({ ...each, kind: 'trading', clientId: wallet.clientId })),
      ),
    );
    await db.run(
      sql`insert into paper_account (number, currency, leverage, opened_at) values (${number}, 'USD', 100, ${longAgo})`,
    );
    // Enough money for what follows, which is no first deposit.
    for (const code of [wallet.available, usd, eur])
      await move('bonus', 'bonus', code, code === eur ? 'EUR' : 'USD', rich, longAgo);
    traders.push({ wallet, usd, eur, number });
  }
});

/** Moves an amount from a house account to a client account; a negative amount goes the other way. */
function move(kind: LedgerKind, from: Company, to: string, currency: Currency, amountMinor: bigint, at: Date) {
  return db.tx((tx) =>
    post(tx, { scope: 'demo', key: newId(), kind, at }, [
      { account: houseAccount(from, currency, 'test').code, amountMinor: -amountMinor },
      { account: to, amountMinor },
    ]),
  );
}

const actions = {
  deposit: ({ wallet }: Trader, amount: bigint, at: Date) =>
    move('deposit', 'psp_in', wallet.available, 'USD', amount, at),
  toPlatform: ({ eur }: Trader, amount: bigint, at: Date) => move('deposit', 'psp_in', eur, 'EUR', amount, at),
  refund: ({ wallet }: Trader, amount: bigint, at: Date) =>
    move('correction', 'psp_in', wallet.available, 'USD', -amount, at),
  returned: ({ wallet }: Trader, amount: bigint, at: Date) =>
    move('correction', 'psp_out', wallet.available, 'USD', amount, at),
  fee: ({ wallet }: Trader, amount: bigint, at: Date) => move('fee', 'fees', wallet.available, 'USD', -amount, at),
  gift: ({ wallet }: Trader, amount: bigint, at: Date) => move('bonus', 'bonus', wallet.available, 'USD', amount, at),
  loss: ({ eur }: Trader, amount: bigint, at: Date) => move('trading_result', 'dealing', eur, 'EUR', -amount, at),
  gain: ({ usd }: Trader, amount: bigint, at: Date) => move('trading_result', 'dealing', usd, 'USD', amount, at),
  deal: ({ number }: Trader, amount: bigint, at: Date) =>
    db.run(sql`
      insert into paper_deal (account, type, entry, symbol, volume, price, at)
      values (${number}, 'buy', 'in', ${amount % 2n === 0n ? 'USDJPY' : 'XAUUSD'}, ${`${amount}`}::numeric / 100, 2345.678, ${at})`),
  withdrawal: async ({ wallet }: Trader, amountMinor: bigint, at: Date) => {
    const action = () => ({ scope: 'demo', key: newId(), at });
    const held = await db.tx((tx) => hold(tx, action(), { wallet, amountMinor, purpose: 'withdrawal' }));
    const sent = [
      { account: houseAccount('psp_out', 'USD', 'test').code, amountMinor: amountMinor - amountMinor / 7n },
    ];
    await db.tx((tx) => captureHold(tx, held.id, { ...action(), kind: 'withdrawal' }, sent));
  },
};

/** As the job does, up to some posting: here no other transaction is open. */
const seal = (share: number) =>
  db.run(sql`
    update ledger_seal set posting_id = posting_id + ceil((select max(id) - posting_id from ledger_posting) * ${share}::float8)
    where posting_id < (select max(id) from ledger_posting)`);

const step = fc.record({
  action: fc.constantFrom(...Object.values(actions)),
  who: fc.nat(2),
  amount: fc.bigInt(7n, 9_999n),
  // From before the first day of both periods to the last moment, with midnights.
  at: fc.oneof(
    fc.integer({ min: 0, max: 17 * dayMs }).map((ago) => new Date(now.getTime() - ago)),
    fc.integer({ min: 0, max: 16 }).map((days) => new Date(Math.floor(now.getTime() / dayMs - days) * dayMs)),
    fc.integer({ min: 0, max: 16 }).map((days) => new Date(Math.floor(now.getTime() / dayMs - days) * dayMs - 1)),
  ),
});

test(
  'the figures are the sums of all postings and deals, whoever writes at the same time',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0.1, max: 1, noNaN: true }),
        async (steps, share) => {
          await Promise.all(steps.map(({ action, who, amount, at }) => action(traders[who]!, amount, at)));
          const before = await countBooks({ db }, period);
          expect(before).toEqual(await addedUp());
          await seal(share);
          expect(await countBooks({ db }, period)).toEqual(before);
        },
      ),
      { numRuns: 20 },
    );
    await seal(1);
    const { findings } = await db.snapshot(verifyLedger);
    const ours = findings.filter(({ invariant }) => /sealed totals|traded volume/.test(invariant));
    expect(ours.map(({ breach }) => breach)).toEqual([undefined, undefined]);
  },
);

test('a kept day that is wrong is found', async () => {
  const nothing = new Error('rolled back');
  const breaches = async (table: string, statement: string) => {
    let found: string[] = [];
    const outcome = db.tx(async (tx) => {
      await tx.run(sql([`alter table ${table} disable trigger user`]));
      expect(await tx.run(sql([statement]))).toBe(1);
      const { findings } = await verifyLedger(tx);
      found = findings.flatMap(({ breach }) => (breach?.row.startsWith(table) ? [breach.why] : []));
      throw nothing;
    });
    await expect(outcome).rejects.toBe(nothing);
    return found;
  };
  await actions.deal(traders[0]!, 100n, now);
  await actions.deposit(traders[0]!, 100n, now);
  await seal(1);
  const [day] = ['(account, day, currency) = (select account, day, currency from paper_day limit 1)'];
  expect(await breaches('paper_day', `update paper_day set volume = volume + 1 where ${day}`)).toHaveLength(1);
  expect(await breaches('paper_day', `delete from paper_day where ${day}`)).toHaveLength(1);
  const one = '(client_id, kind, day) = (select client_id, kind, day from ledger_client_day limit 1)';
  expect(await breaches('ledger_client_day', `delete from ledger_client_day where ${one}`)).toEqual(['it is missing']);
  expect(await breaches('ledger_client_day', `update ledger_client_day set day = '2020-01-01' where ${one}`)).toEqual([
    expect.stringMatching('missing|nothing was posted'),
  ]);
});

test('no program writes a kept day by itself', async () => {
  await expect(db.run(sql`update paper_day set volume = 0`)).rejects.toThrow('paper_day');
  await expect(db.run(sql`delete from ledger_client_day`)).rejects.toThrow('ledger_client_day');
  await expect(
    db.run(sql`insert into ledger_client_day (client_id, kind, day) values (${newId()}, 'deposit', '2026-01-01')`),
  ).rejects.toThrow('ledger_client_day');
});

interface Moved {
  at: Date;
  kind: string;
  currency: string;
  amount: bigint;
  of: LedgerKind;
  clientId: string | null;
}

async function addedUp() {
  const moved = await db.rows<Moved>(sql`
    select t.at, a.kind, p.currency, p.amount, t.kind as of, a.client_id as "clientId"
    from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_transaction t on t.id = p.transaction_id`);
  const deals = await db.rows<{ at: Date; symbol: string; volume: string; price: string }>(
    sql`select at, symbol, volume::text, price::text from paper_deal`,
  );
  const people = await db.rows<{ id: string; at: Date; confirmed: boolean; level: number }>(
    sql`select id, created_at as at, email_verified_at is not null as confirmed, verification_level as level from person`,
  );
  const rates = await db.rows<{ code: string; rate: string; ratedAt: Date }>(
    sql`select code, usd_rate as rate, rated_at as "ratedAt" from currency`,
  );
  const all = [...period.daysBefore, ...period.days];
  const dayOf = ({ at }: { at: Date }) => at.toISOString().slice(0, 10);
  const sum = (of: readonly { amount: bigint }[]) => of.reduce((total, { amount }) => total + amount, 0n);
  const usd = (minor: bigint, code: string) =>
    convert(minor, code, 'USD', rates.find((each) => each.code === code)?.rate ?? '0');
  const figure = (
    name: FigureName,
    of: (day: string) => bigint,
    write: (amount: bigint) => string,
    totals?: bigint[],
  ) => {
    const [before, days] = [period.daysBefore.map(of), period.days.map(of)];
    const [total, totalBefore] = totals ?? [days, before].map((each) => each.reduce((a, b) => a + b, 0n));
    return {
      name,
      total: write(total!),
      total_before: write(totalBefore!),
      days: days.map(write),
      days_before: before.map(write),
    };
  };
  const dollars = (minor: bigint) => toDecimal(minor, 'USD');
  /** Each day, currency and kind of account is rounded separately. */
  const inUsd = (day: string, kinds: string[], sign = 1n) =>
    kinds.reduce((total, kind) => {
      const of = (code: string) =>
        sum(moved.filter((each) => each.kind === kind && each.currency === code && dayOf(each) === day));
      return total + currencies.reduce((part, code) => part + usd(sign * of(code), code), 0n);
    }, 0n);
  const minusUsd = (day: string, kinds: string[]) => -inUsd(day, kinds);
  const came = (day: string) => inUsd(day, ['psp_in'], -1n);
  const clientsOf = (kind: LedgerKind, days: readonly string[]) =>
    new Set(
      moved.flatMap((each) => (each.of === kind && each.clientId && days.includes(dayOf(each)) ? [each.clientId] : [])),
    );
  const firstDay = new Map<string, string>();
  for (const each of moved.filter(({ of, clientId }) => of === 'deposit' && clientId !== null)) {
    const known = firstDay.get(each.clientId!);
    if (!known || dayOf(each) < known) firstDay.set(each.clientId!, dayOf(each));
  }
  // Both in hundredths, so that nothing is rounded: XAUUSD has lots of 100, USDJPY of 100,000.
  const volumeOf = (day: string, symbol: string, size: bigint) =>
    deals
      .filter((deal) => deal.symbol === symbol && dayOf(deal) === day)
      .reduce((total, { volume }) => total + BigInt(Math.round(Number(volume) * 100)) * size * 2_345_678n, 0n);
  const volume = (day: string) =>
    usd(volumeOf(day, 'XAUUSD', 100n) / 1_000n, 'USD') + usd(volumeOf(day, 'USDJPY', 100_000n) / 100_000n, 'JPY');
  const lately = (each: Moved) => period.days.includes(dayOf(each));
  const owned = (code: string, kinds: string[]) =>
    sum(moved.filter(({ kind, currency }) => currency === code && kinds.includes(kind)));
  const [inWallets, onAccounts] = [['wallet_available', 'wallet_held'], ['trading']];
  const totalOf = (kinds: string[]) =>
    dollars(currencies.reduce((total, code) => total + usd(owned(code, kinds), code), 0n));
  const registered = (days: readonly string[]) => people.filter((each) => days.includes(dayOf(each)));
  const ever = (kind: LedgerKind) =>
    new Set(moved.flatMap(({ of, clientId }) => (of === kind && clientId ? [clientId] : [])));
  const [deposited, traded] = [ever('deposit'), ever('trading_result')];
  const step = (name: string, has: (one: (typeof people)[number]) => boolean) => ({
    step: name,
    count: registered(period.days).filter(has).length,
    before: registered(period.daysBefore).filter(has).length,
  });
  expect(all).toHaveLength(14);
  return {
    money: {
      rated_at: new Date(
        Math.min(now.getTime(), ...rates.filter(({ code }) => code === 'EUR').map(({ ratedAt }) => ratedAt.getTime())),
      ).toISOString(),
      currencies: ['EUR', 'USD'].map((currency) => {
        const of = (kind: string) =>
          sum(moved.filter((each) => lately(each) && each.kind === kind && each.currency === currency));
        const [inMinor, outMinor] = [-of('psp_in'), of('psp_out')];
        return {
          currency,
          in: toDecimal(inMinor, currency),
          out: toDecimal(outMinor, currency),
          net: toDecimal(inMinor - outMinor, currency),
          wallets: toDecimal(owned(currency, inWallets), currency),
          accounts: toDecimal(owned(currency, onAccounts), currency),
        };
      }),
      wallets: totalOf(inWallets),
      accounts: totalOf(onAccounts),
    },
    funnel: [
      step('registered', () => true),
      step('email_confirmed', ({ confirmed }) => confirmed),
      step('verified', ({ level }) => level >= 3),
      step('deposited', ({ id }) => deposited.has(id)),
      step('traded', ({ id }) => traded.has(id)),
    ],
    figures: [
      figure('deposits', came, dollars),
      figure('withdrawals', (day) => inUsd(day, ['psp_out']), dollars),
      figure('net', (day) => came(day) + minusUsd(day, ['psp_out']), dollars),
      figure('result', (day) => inUsd(day, ['fees', 'bonus', 'dealing']), dollars),
      figure('traders', (day) => BigInt(clientsOf('trading_result', [day]).size), String, [
        BigInt(clientsOf('trading_result', period.days).size),
        BigInt(clientsOf('trading_result', period.daysBefore).size),
      ]),
      figure('first_deposits', (day) => BigInt([...firstDay.values()].filter((each) => each === day).length), String),
      figure('volume', volume, dollars),
    ],
  };
}
