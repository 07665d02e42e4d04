import { afterAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { testDatabase } from '#test/database.ts';
import { applyFor, offeringInAllotment, orderAllotment, sealing } from '#test/ipo/book.ts';
import { commitSeed } from './draw-secrets.ts';

/** What the database enforces for every connection. */
const { db, drop } = await testDatabase();
afterAll(drop);

const offeringId = await offeringInAllotment(db, { quota: 50 });
const secret = 'ab'.repeat(32);
const { id } = await applyFor(db, offeringId, 100, { secret });
await orderAllotment(db, offeringId, { method: 'pro_rata' });

const seeds = (state: string, mode: string) => sql`
  with made as (
    insert into ipo_offering (id, issuer, ticker, exchange, sector, currency, mode, price_low_minor, price_high_minor, shares_offered, shares_outstanding,
      quota, lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days, state, opens_at, closes_at, created_at, updated_at)
    select gen_random_uuid(), issuer, 'S' || floor(random() * 1e8), exchange, sector, currency, ${mode}, 2000, 2000, shares_offered, shares_outstanding, quota,
      lot_size, min_quantity, max_quantity, fee_in_bps, fee_out_bps, lock_up_days, ${state}, opens_at, closes_at, created_at, updated_at
    from ipo_offering where id = ${offeringId} returning id)
  select id from made`;

describe('the seed of a draw', () => {
  it('is committed when an offering is announced, once, and for books only', async () => {
    const { id: draft } = await db.one<{ id: string }>(seeds('draft', 'subscription'));
    const { id: direct } = await db.one<{ id: string }>(seeds('open', 'direct'));
    const commitments = (of: string) =>
      db.rows(sql`select seed, encrypted is null as readable, commitment from ipo_seed where offering_id = ${of}`);
    expect([await commitments(draft), await commitments(direct)]).toEqual([[], []]);
    const announce = sql`update ipo_offering set state = 'announced' where id = ${draft}`;
    await expect(db.run(announce)).rejects.toMatchObject({ constraint: 'ipo_offering_is_decided' });
    const announced = (before?: (tx: Tx) => Promise<unknown>) =>
      db.tx(async (tx) => {
        await tx.run(sql`alter table ipo_offering disable trigger ipo_offering_transitions`);
        await before?.(tx);
        await tx.run(announce);
        await tx.run(sql`alter table ipo_offering enable trigger ipo_offering_transitions`);
      });
    await expect(announced()).rejects.toThrow('without the commitment of its draw');
    await announced((tx) => commitSeed(sealing, tx, draft));
    const [first] = await commitments(draft);
    expect(first).toMatchObject({ seed: null, readable: false });
    await db.run(sql`update ipo_offering set state = 'open' where id = ${draft}`);
    expect(await commitments(draft)).toEqual([first]);
  });
});

describe('a frozen book', () => {
  it.each<[string, Sql]>([
    ['nobody cancels', sql`update ipo_application set state = 'cancelled' where id = ${id}`],
    ['nobody is rejected', sql`update ipo_application set state = 'rejected' where id = ${id}`],
    ['nobody asks for more', sql`update ipo_application set quantity = 200 where id = ${id}`],
    ['the offering is not withdrawn', sql`update ipo_offering set state = 'withdrawn' where id = ${offeringId}`],
    ['inputs stay', sql`update ipo_allotment_entry set counted = 90 where application_id = ${id}`],
    ['nothing is above what counts', sql`update ipo_allotment_entry set allotted = 110 where application_id = ${id}`],
    ['entries stay', sql`delete from ipo_allotment_entry where application_id = ${id}`],
    ['the method stays', sql`update ipo_allotment set method = 'lottery' where offering_id = ${offeringId}`],
    [
      'no step is left out',
      sql`update ipo_allotment set state = 'settled', settled_at = now() where offering_id = ${offeringId}`,
    ],
    [
      'the seed stays',
      sql`update ipo_seed set seed = sha256('x'), commitment = sha256(sha256('x')) where offering_id = ${offeringId}`,
    ],
    [
      'the seed is not published before the result',
      sql`update ipo_seed set seed = sha256('x') where offering_id = ${offeringId}`,
    ],
    [
      'no seed is stored readable',
      sql`insert into ipo_seed (offering_id, seed, commitment, committed_at) values (${offeringId}, sha256('y'), sha256(sha256('y')), now())`,
    ],
    ['the seed is not deleted', sql`delete from ipo_seed where offering_id = ${offeringId}`],
    ['a commitment stays', sql`update ipo_draw_secret set commitment = sha256('x') where offering_id = ${offeringId}`],
    ['secrets are not deleted', sql`delete from ipo_draw_secret where offering_id = ${offeringId}`],
    [
      'it is allotted once',
      sql`insert into ipo_allotment select * from ipo_allotment where offering_id = ${offeringId}`,
    ],
  ])('%s', async (_, statement) => {
    await expect(db.run(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  it('is decided only as a whole, in lots and within the quota; a decision cannot change', async () => {
    const decide = sql`
      update ipo_allotment set state = 'decided', decided_at = now(), inputs_sha256 = sha256('a'), result_sha256 = sha256('b')
      where offering_id = ${offeringId}`;
    const give = (shares: number | null) =>
      sql`update ipo_allotment_entry set allotted = ${shares} where application_id = ${id}`;
    for (const shares of [null, 60, 45]) {
      const attempt = db.tx(async (tx) => {
        await tx.run(give(shares));
        await tx.run(decide);
      });
      await expect(attempt).rejects.toMatchObject({ constraint: 'ipo_allotment_within_quota' });
    }
    await db.run(sql`update ipo_allotment_entry set secret = sha256('x') where application_id = ${id}`);
    const other = db.tx(async (tx) => {
      await tx.run(give(50));
      await tx.run(decide);
    });
    await expect(other).rejects.toMatchObject({ constraint: 'ipo_allotment_keeps_commitments' });
    await db.run(sql`
      update ipo_allotment_entry set allotted = 50, secret = decode(${secret}, 'hex') where application_id = ${id}`);
    await db.run(decide);
    await expect(db.run(give(40))).rejects.toMatchObject({ code: '23001' });
    await db.run(sql`update ipo_offering set state = 'allotted' where id = ${offeringId}`);
    const list = sql`update ipo_offering set state = 'listed', listed_at = now(), lock_up_ends_at = now() where id = ${offeringId}`;
    await expect(db.run(list)).rejects.toMatchObject({ constraint: 'ipo_offering_is_being_allotted' });
  });
});

describe('the demand', () => {
  it('follows every application, in bulk and one by one', async () => {
    const offering = await offeringInAllotment(db);
    const applications = await Promise.all([100, 200, 300].map((quantity) => applyFor(db, offering, quantity)));
    const demand = () =>
      db.one(sql`
        select sum(requested)::int as requested, sum(applicants)::int as applicants from ipo_demand where offering_id = ${offering}`);
    expect(await demand()).toEqual({ requested: 600, applicants: 3 });
    await db.run(
      sql`update ipo_application set quantity = quantity + 10, state = 'amended' where offering_id = ${offering}`,
    );
    expect(await demand()).toEqual({ requested: 630, applicants: 3 });
    await db.run(sql`update ipo_application set state = 'cancelled' where id = ${applications[0]?.id}`);
    expect(await demand()).toEqual({ requested: 520, applicants: 2 });
    await db.run(sql`update ipo_application set updated_at = now() where offering_id = ${offering}`);
    expect(await demand()).toEqual({ requested: 520, applicants: 2 });
    await db.run(
      sql`update ipo_application set state = 'rejected' where offering_id = ${offering} and state = 'amended'`,
    );
    expect(await demand()).toEqual({ requested: 0, applicants: 0 });
  });
});
