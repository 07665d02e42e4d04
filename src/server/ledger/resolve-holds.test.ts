import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, external, type TestWallet } from '#test/money/wallet.ts';
import { hold } from './hold.ts';
import { resolveHolds, type Resolution } from './resolve-holds.ts';
import { verifyLedger } from './verify.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');

async function heldBy(wallet: TestWallet, amountMinor: bigint): Promise<string> {
  const { id } = await db.tx((tx) =>
    hold(tx, { scope: 'test', key: newId(), at }, { wallet, amountMinor, purpose: 'ipo' }),
  );
  return id;
}

const end = (holdId: string, ...paid: bigint[]): Resolution => ({
  holdId,
  context: { scope: `hold:${holdId}`, key: 'end', kind: paid.length > 0 ? 'ipo' : 'release', at },
  to: paid.map((amountMinor) => ({ account: external.code, amountMinor })),
});

const resolve = (...resolutions: Resolution[]) => db.tx((tx) => resolveHolds(tx, resolutions));

const stateOf = (holdId: string) => db.one(sql`select state, captured from ledger_hold where id = ${holdId}`);

async function brokenRules() {
  const { findings } = await db.snapshot(verifyLedger);
  return findings.filter(({ breach }) => breach);
}

describe('ending many holds', () => {
  it('pays, releases, and returns results in the given order', async () => {
    const [one, other] = [await clientWithWallet(db, 1000n), await clientWithWallet(db, 500n)];
    const holds = [await heldBy(one, 600n), await heldBy(other, 500n), await heldBy(one, 300n)] as const;
    const responses = await resolve(end(holds[0], 250n, 50n), end(holds[1], 500n), end(holds[2]));
    expect(responses.map(({ replayed }) => replayed)).toEqual([false, false, false]);
    expect(await Promise.all(holds.map(stateOf))).toEqual([
      { state: 'partially_captured', captured: 300n },
      { state: 'captured', captured: 500n },
      { state: 'released', captured: 0n },
    ]);
    expect([await balancesOf(db, one), await balancesOf(db, other)]).toEqual([
      [700n, 0n],
      [0n, 0n],
    ]);
    const again = await resolve(end(holds[1], 500n), end(holds[0], 250n, 50n));
    expect(again.map(({ id, replayed }) => ({ id, replayed }))).toEqual([
      { id: responses[1]!.id, replayed: true },
      { id: responses[0]!.id, replayed: true },
    ]);
    expect(await balancesOf(db, one)).toEqual([700n, 0n]);
  });

  it('ends all or none', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const holds = [await heldBy(wallet, 400n), await heldBy(wallet, 300n)] as const;
    await expect(resolve(end(holds[0], 400n), end(holds[1], 301n))).rejects.toMatchObject({
      constraint: 'ledger_hold_covers',
    });
    await resolve(end(holds[1]));
    const twice = { ...end(holds[1], 1n), context: { ...end(holds[1]).context, key: 'another' } };
    await expect(resolve(end(holds[0], 400n), twice)).rejects.toMatchObject({ code: 'ledger.hold_ended' });
    const otherwise = { ...end(holds[1], 1n) };
    await expect(resolve(end(holds[0], 400n), otherwise)).rejects.toMatchObject({ code: 'http.idempotency_mismatch' });
    const nowhere = { ...end(holds[0]), to: [{ account: 'nobody', amountMinor: 1n }] };
    await expect(resolve(nowhere)).rejects.toMatchObject({ code: '23503' });
    expect(await balancesOf(db, wallet)).toEqual([600n, 400n]);
  });

  it('ends each hold once when several calls do it at the same moment', async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, () => clientWithWallet(db, 100n)));
    const holds = await Promise.all(wallets.map((wallet) => heldBy(wallet, 100n)));
    const orders = [holds, holds.toReversed(), [...holds.slice(4), ...holds.slice(0, 4)]];
    const responses = await Promise.all(orders.map((order) => resolve(...order.map((id) => end(id, 60n)))));
    expect(responses.flat().filter(({ replayed }) => !replayed)).toHaveLength(8);
    expect(await Promise.all(wallets.map((wallet) => balancesOf(db, wallet)))).toEqual(wallets.map(() => [40n, 0n]));
  });

  it('captures and releases what was held, for any amounts', async () => {
    const some = fc.array(fc.record({ held: fc.integer({ min: 1, max: 9999 }), share: fc.nat(100) }), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(some, async (input) => {
        const wallet = await clientWithWallet(db, 100_000n);
        const resolutions: Resolution[] = [];
        let captured = 0n;
        for (const { held, share } of input) {
          const paid = BigInt(Math.floor((held * share) / 100));
          captured += paid;
          resolutions.push(end(await heldBy(wallet, BigInt(held)), ...(paid > 0n ? [paid] : [])));
        }
        await resolve(...resolutions);
        expect(await balancesOf(db, wallet)).toEqual([100_000n - captured, 0n]);
      }),
      { numRuns: 15 },
    );
    expect(await brokenRules()).toEqual([]);
  });
});
