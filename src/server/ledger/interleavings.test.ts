import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, external, type TestWallet } from '#test/money/wallet.ts';
import { correct } from './correct.ts';
import { captureHold, hold, releaseHold } from './hold.ts';
import { post, type EntryContext, type Posted } from './post.ts';
import { postBatch } from './batch-posting.ts';
import { verifyLedger } from './verify.ts';

/** All wallet operations in any order, many at a time: the ledger stays consistent, whatever was refused. */
const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const dayMs = 86_400_000;

const kinds = [
  'deposit',
  'withdraw',
  'transfer',
  'together',
  'hold',
  'capture',
  'release',
  'correct',
  'repeat',
] as const;

interface Step {
  kind: (typeof kinds)[number];
  wallet: number;
  amount: bigint;
  /** Days before the last; postings come in any order of time. */
  day: number;
  /** Selects one of the holds, transactions or earlier steps, as a share of their number. */
  pick: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  wallet: fc.nat(2),
  amount: fc.bigInt(1n, 500n),
  day: fc.nat(3),
  pick: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

type Done = { run: () => Promise<Posted>; response: Promise<Posted | undefined> };

/** The state of a game so far. */
interface Game {
  name: string;
  wallets: TestWallet[];
  holds: string[];
  posted: string[];
  done: Done[];
}

const together = postBatch(db);

/** Runs rounds of steps, those of one round at the same time, and then repeats each of them. */
async function play(rounds: Step[][], wallets: TestWallet[], name: string): Promise<void> {
  const game: Game = { name, wallets, holds: [], posted: [], done: [] };
  for (const [round, steps] of rounds.entries()) {
    const fresh = steps.map((each, index) => start(each, `${name}:${round}:${index}`, game));
    game.done.push(...fresh);
    await Promise.all(fresh.map(({ response }) => response));
  }
  for (const { run, response } of game.done) await expectSameResponse(run, await response);
}

function start(step: Step, key: string, game: Game): Done {
  const { kind, pick } = step;
  const runs = waysTo(step, { scope: 'game', key, at: new Date(at.getTime() - step.day * dayMs) }, game);
  const run = (kind === 'repeat' ? game.done[Math.floor(pick * game.done.length)]?.run : runs[kind]) ?? runs.deposit!;
  const response = run().catch((error: unknown) => {
    if (error instanceof Refusal || (error as Error).message.includes('is smaller than')) return undefined;
    throw error;
  });
  void response.then((done) => done && (kind === 'hold' ? game.holds : game.posted).push(done.id));
  return { run, response };
}

type Way = (() => Promise<Posted>) | undefined;

/** How to run each kind of step; a step that needs an earlier hold or transaction is missing without one. */
function waysTo({ wallet, amount, pick }: Step, context: Omit<EntryContext, 'kind'>, game: Game) {
  const { wallets, holds, posted } = game;
  const [mine, other] = [wallets[wallet]!, wallets[(wallet + 1) % wallets.length]!];
  const holdId = holds[Math.floor(pick * holds.length)];
  const earlierId = posted[Math.floor(pick * posted.length)];
  const pair = (from: string, to: string) => [
    { account: from, amountMinor: -amount },
    { account: to, amountMinor: amount },
  ];
  const move = (from: string, to: string, kind: 'deposit' | 'withdrawal') => () =>
    db.tx((tx) => post(tx, { ...context, kind }, pair(from, to)));
  const paid = [{ account: external.code, amountMinor: amount }];
  return {
    deposit: move(external.code, mine.available, 'deposit'),
    withdraw: move(mine.available, external.code, 'withdrawal'),
    transfer: move(mine.available, other.available, 'withdrawal'),
    together: () => together({ ...context, kind: 'withdrawal' }, pair(mine.available, other.available)),
    hold: () => db.tx((tx) => hold(tx, context, { wallet: mine, amountMinor: amount, purpose: 'ipo' })),
    capture: holdId && (() => db.tx((tx) => captureHold(tx, holdId, { ...context, kind: 'ipo' }, paid))),
    release: holdId && (() => db.tx((tx) => releaseHold(tx, holdId, context))),
    correct: earlierId && (() => db.tx((tx) => correct(tx, earlierId, context))),
  } as Record<Exclude<Step['kind'], 'repeat'>, Way>;
}

async function expectSameResponse(run: () => Promise<Posted>, first: Posted | undefined): Promise<void> {
  if (first) expect(await run()).toEqual({ ...first, replayed: true });
}

async function expectBooksToAgree(wallets: TestWallet[]): Promise<void> {
  expect(await db.rows(sql`select currency from ledger_posting group by currency having sum(amount) <> 0`)).toEqual([]);
  expect(
    await db.rows(sql`
      select b.account_id from ledger_balance b
      where b.amount <> (select coalesce(sum(p.amount), 0) from ledger_posting p where p.account_id = b.account_id)
         or b.amount <> coalesce((select p.balance_after from ledger_posting p where p.account_id = b.account_id order by p.id desc limit 1), 0)`),
  ).toEqual([]);
  for (const wallet of wallets) {
    const [available, held] = await balancesOf(db, wallet);
    expect(available).toBeGreaterThanOrEqual(0n);
    const { active } = await db.one<{ active: bigint }>(sql`
      select coalesce(sum(h.amount), 0)::bigint as active from ledger_hold h join ledger_account a on a.id = h.held_id
      where a.code = ${wallet.held} and h.state = 'active'`);
    expect(held).toBe(active);
  }
  const { findings } = await db.snapshot(verifyLedger);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
}

test('in every interleaving the ledger is consistent and the same key gives the same result', async () => {
  const wallets = await Promise.all([clientWithWallet(db, 1000n), clientWithWallet(db, 300n), clientWithWallet(db)]);
  let game = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
      async (rounds) => {
        await play(rounds, wallets, `game ${(game += 1)}`);
        await expectBooksToAgree(wallets);
      },
    ),
    { numRuns: 40 },
  );
  const { posted, ended, corrected } = await db.one<{ posted: number; ended: number; corrected: number }>(sql`
    select (select count(*)::int from ledger_transaction) as posted,
           (select count(*)::int from ledger_hold where state <> 'active') as ended,
           (select count(*)::int from ledger_transaction where kind = 'correction') as corrected`);
  expect(posted).toBeGreaterThan(100);
  expect(ended).toBeGreaterThan(5);
  expect(corrected).toBeGreaterThan(5);
});
