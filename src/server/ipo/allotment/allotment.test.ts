import { afterAll, describe, expect, it } from 'vitest';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { changeTerms } from '#test/ipo/offerings.ts';
import { brokenRules, applyFor, offeringInAllotment, orderAllotment, type TestApplication } from '#test/ipo/book.ts';
import { startServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { continueAllotments } from './continue-allotments.ts';

const server = await startServer();
const { app, db } = server;
afterAll(() => server.close());

const applicationOf = ({ id }: TestApplication) =>
  db.one(sql`
    select state, reason, allotted_quantity as allotted, cost_minor as cost, fee_minor as fee, released_minor as released
    from ipo_application where id = ${id}`);

const allottedIn = async (offeringId: string) =>
  (
    await db.rows<{ allotted: number }>(
      sql`select allotted from ipo_allotment_entry where offering_id = ${offeringId} order by number`,
    )
  ).map(({ allotted }) => allotted);

const money = async ({ wallet }: TestApplication) => balancesOf(db, wallet);

describe('an allotment', () => {
  it('captures cost and fee, releases the rest, and books the shares', async () => {
    const offeringId = await offeringInAllotment(db, { quota: 1000, lotSize: 10 });
    const applications = [
      await applyFor(db, offeringId, 500),
      await applyFor(db, offeringId, 1000, { tier: 'silver' }),
      await applyFor(db, offeringId, 300, { tier: 'gold' }),
      await applyFor(db, offeringId, 2000, { tier: 'platinum' }),
    ] as const;
    await orderAllotment(db, offeringId, { method: 'tier_weighted' });
    await continueAllotments(app);
    expect(await allottedIn(offeringId)).toEqual([80, 200, 70, 650]);
    expect(await applicationOf(applications[0])).toEqual({
      state: 'settled',
      reason: null,
      allotted: 80,
      cost: 152_000n,
      fee: 4560n,
      released: 1_030_000n - 152_000n - 4560n,
    });
    expect(await money(applications[0])).toEqual([1_030_000n - 156_560n, 0n]);
    expect(
      await db.rows(sql`
        select h.quantity, h.cost_minor as cost, h.fee_minor as fee, h.tradable_at, t.kind, t.scope, t.key
        from ipo_holding h join ledger_transaction t on t.id = h.transaction_id where h.application_id = ${applications[0].id}`),
    ).toEqual([
      {
        quantity: 80,
        cost: 152_000n,
        fee: 4560n,
        tradable_at: null,
        kind: 'ipo',
        scope: `ipo-application:${applications[0].id}`,
        key: 'settle',
      },
    ]);
    expect(
      await db.rows(
        sql`select state, quantity, by_kind from ipo_application_status_history where application_id = ${applications[0].id} order by id`,
      ),
    ).toEqual([
      { state: 'allotted', quantity: 80, by_kind: 'system' },
      { state: 'settled', quantity: 80, by_kind: 'system' },
    ]);
    expect(
      await db.one(
        sql`select state, allotted_at is not null as allotted, settled_at is not null as settled from ipo_offering where id = ${offeringId}`,
      ),
    ).toEqual({ state: 'allotted', allotted: true, settled: true });
    const escrow = await db.one<{ total: bigint }>(sql`
      select sum(p.amount)::bigint as total from ledger_posting p join ledger_account a on a.id = p.account_id where a.code = ${`ipo-escrow:${offeringId}:USD`}`);
    expect(escrow.total).toBe(1000n * 1900n);
    expect(await brokenRules(db)).toEqual([]);
  });

  it('ends every kind of application, and leaves no hold open', async () => {
    const offeringId = await offeringInAllotment(db, {
      quota: 20,
      lotSize: 10,
      feeFixedMinor: 500n,
      feeInMinMinor: 900n,
    });
    const [small, limit, waiting, newcomer, winner] = [
      await applyFor(db, offeringId, 10),
      await applyFor(db, offeringId, 100, { limitMinor: 1899n }),
      await applyFor(db, offeringId, 100, { state: 'reconfirm_required' }),
      await applyFor(db, offeringId, 100, { limitMinor: 1900n }),
      await applyFor(db, offeringId, 1000, { state: 'confirmed' }),
    ];
    await changeTerms(db, offeringId, sql`min_level = 3`);
    await db.run(sql`update person set verification_level = 2 where id = ${newcomer.wallet.clientId}`);
    await orderAllotment(db, offeringId, { method: 'pro_rata' });
    await continueAllotments(app);
    expect(await applicationOf(small)).toMatchObject({
      state: 'not_allotted',
      reason: 'too_little',
      cost: 0n,
      fee: 500n,
    });
    expect(await applicationOf(limit)).toMatchObject({ state: 'not_allotted', reason: 'limit_below_price', fee: 500n });
    expect(await applicationOf(waiting)).toMatchObject({ state: 'expired', reason: 'not_reconfirmed', fee: 0n });
    expect(await applicationOf(newcomer)).toMatchObject({ state: 'rejected', reason: 'not_eligible', fee: 0n });
    expect(await applicationOf(winner)).toMatchObject({ state: 'settled', allotted: 20, cost: 38_000n, fee: 1640n });
    expect(await money(small)).toEqual([small.heldMinor - 500n, 0n]);
    expect(await money(waiting)).toEqual([waiting.heldMinor, 0n]);
    expect(await money(winner)).toEqual([winner.heldMinor - 39_640n, 0n]);
    const news = await db.rows(sql`
      select payload->>'state' as state from outbox where name = 'ipo.application_changed' and payload->>'applicationId' = any(${[small.id, winner.id]})`);
    expect(news).toHaveLength(2);
  });

  it('counts no more shares than the held money pays for when the price is above the range', async () => {
    const offeringId = await offeringInAllotment(db, { quota: 10_000, finalPriceMinor: 2300n, feeFixedMinor: 500n });
    const quantities = [10, 50, 70, 1000, 5000];
    for (const quantity of quantities) await applyFor(db, offeringId, quantity);
    await orderAllotment(db, offeringId, { method: 'full' });
    await continueAllotments(app);
    // 2,060 of each share were held, 2,369 are needed.
    expect(await allottedIn(offeringId)).toEqual([0, 40, 60, 860, 4340]);
    expect(await brokenRules(db)).toEqual([]);
  });

  it.each(['pro_rata', 'one_lot_each', 'lottery', 'manual', 'full'] as const)('settles by %s', async (method) => {
    const offeringId = await offeringInAllotment(db, { quota: method === 'full' ? 600 : 40 });
    const numbers: string[] = [];
    for (const quantity of [100, 200, 300]) {
      const { id } = await applyFor(db, offeringId, quantity);
      const { number } = await db.one<{ number: string }>(
        sql`select number::text from ipo_application where id = ${id}`,
      );
      numbers.push(number);
    }
    await orderAllotment(db, offeringId, { method, manualCsv: `number,allotted\n${numbers[1]},40` });
    await continueAllotments(app);
    const allotted = await allottedIn(offeringId);
    expect(allotted.reduce((a, b) => a + b)).toBe(method === 'full' ? 600 : 40);
    expect(method !== 'manual' || allotted[1] === 40).toBe(true);
    expect(await brokenRules(db)).toEqual([]);
  });

  it('accepts a verified address as the first level, as applications do', async () => {
    const offeringId = await offeringInAllotment(db);
    await changeTerms(db, offeringId, sql`min_level = 1`);
    const [verified, unverified] = [
      await applyFor(db, offeringId, 10, { level: 0 }),
      await applyFor(db, offeringId, 10, { level: 0 }),
    ];
    await db.run(sql`update person set email_verified_at = created_at where id = ${verified.wallet.clientId}`);
    await orderAllotment(db, offeringId, { method: 'pro_rata' });
    await continueAllotments(app);
    expect(await applicationOf(verified)).toMatchObject({ state: 'settled' });
    expect(await applicationOf(unverified)).toMatchObject({ state: 'rejected' });
  });

  it('of an empty book ends at once', async () => {
    const offeringId = await offeringInAllotment(db);
    await orderAllotment(db, offeringId, { method: 'lottery' });
    await continueAllotments(app);
    expect(await db.one(sql`select state from ipo_allotment where offering_id = ${offeringId}`)).toEqual({
      state: 'settled',
    });
  });

  it('refuses an impossible order, and then freezes nothing', async () => {
    const offeringId = await offeringInAllotment(db, { quota: 10 });
    await applyFor(db, offeringId, 100);
    await expect(orderAllotment(db, offeringId, { method: 'full' })).rejects.toMatchObject({
      code: 'ipo.quota_exceeded',
    });
    await expect(orderAllotment(db, offeringId, { method: 'manual', manualCsv: '1,10' })).rejects.toMatchObject({
      fields: { manual_csv: [{ code: 'ipo.manual_allotment', params: { line: 1, fault: 'unknown_number' } }] },
    });
    expect(await db.rows(sql`select from ipo_allotment where offering_id = ${offeringId}`)).toEqual([]);
  });

  it('uses the tiers that it publishes, even if they change at that moment', async () => {
    const offeringId = await offeringInAllotment(db);
    await applyFor(db, offeringId, 500, { tier: 'silver' });
    const weigh = (queries: Queries, value: string) =>
      queries.run(sql`update tier_benefit set value = ${value} where tier = 'silver' and benefit = 'allotment_weight'`);
    const { going } = await db.tx(async (tx) => {
      await tx.run(sql`lock table ipo_allotment_entry in share mode`);
      const going = orderAllotment(db, offeringId, { method: 'tier_weighted' });
      const waiting = sql`
        select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
        where relation = 'ipo_allotment_entry'::regclass and not granted`;
      await expect.poll(() => db.rows(waiting)).toHaveLength(1);
      await weigh(tx, '1.3');
      return { going };
    });
    await going;
    await weigh(db, '1.25');
    expect(
      await db.one(sql`
        select e.weight, (a.weights ->> e.tier)::int as published
        from ipo_allotment_entry e join ipo_allotment a using (offering_id) where offering_id = ${offeringId}`),
    ).toEqual({ weight: 125, published: 125 });
  });
});

describe('several instances at once', () => {
  it('settle each application once', async () => {
    const offeringId = await offeringInAllotment(db, { quota: 500 });
    const applications = await Promise.all(
      Array.from({ length: 30 }, (_, n) => applyFor(db, offeringId, 10 * (n + 1))),
    );
    await orderAllotment(db, offeringId, { method: 'one_lot_each' });
    await Promise.all(Array.from({ length: 4 }, () => continueAllotments(app)));
    await continueAllotments(app);
    const sums = await db.one(sql`
      select sum(held_minor)::bigint as held, sum(cost_minor + fee_minor)::bigint as captured, sum(released_minor)::bigint as released, sum(allotted_quantity)::int as allotted,
             (select count(*)::int from ipo_holding where offering_id = ${offeringId}) as holdings,
             (select count(*)::int from outbox where name = 'ipo.application_changed' and payload->>'applicationId' = any(${applications.map(({ id }) => id)})) as news
      from ipo_application where offering_id = ${offeringId}`);
    const held = applications.reduce((sum, { heldMinor }) => sum + heldMinor, 0n);
    expect(sums).toEqual({
      held,
      captured: 978_500n,
      released: held - 978_500n,
      allotted: 500,
      holdings: 30,
      news: 30,
    });
    expect(await brokenRules(db)).toEqual([]);
  });
});
