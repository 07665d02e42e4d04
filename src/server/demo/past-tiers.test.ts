import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feeOf } from '#contract/payments/fee.ts';
import { reduced } from '#server/payments/amounts.ts';
import { readTerms } from '#server/payments/methods.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { seedDemo } from './seed.ts';

/** For the whole seed, on a machine that is busy with other tests. */
const seedLimitMs = 120_000;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await seedDemo(server.app);
}, seedLimitMs);
afterAll(() => server.close());

/** The tier of a client at an instant, from the history of tiers, and the value of one of its benefits. */
const tierAt = (clientId: Sql, at: Sql): Sql => sql`
  coalesce((select h.tier from client_tier_change h where h.client_id = ${clientId} and h.at <= ${at}
            order by h.id desc limit 1), 'standard')`;
const benefitAt = (benefit: string, clientId: Sql, at: Sql): Sql => sql`
  (select value::numeric from tier_benefit where benefit = ${benefit} and tier = ${tierAt(clientId, at)})`;

describe('the past of a demo', () => {
  it('charged each withdrawal the fee of its client’s tier at that time', async () => {
    const rows = await server.db.rows<{
      number: string;
      method: string;
      currency: string;
      amount: bigint;
      fee: bigint;
      off: string;
    }>(sql`
      select p.number, p.method, p.currency, p.amount, p.fee,
             ${benefitAt('withdrawal_fee_off_percent', sql`p.client_id`, sql`p.created_at`)}::text as off
      from payment p where p.kind = 'withdrawal'`);
    expect(rows.length).toBeGreaterThan(5);
    const terms = (await readTerms(server.app)).filter(({ kind }) => kind === 'withdrawal');
    const due = rows.map(({ number, method, currency, amount, off }) => {
      const price = terms.find((each) => each.method === method && each.currency === currency);
      return `${number} ${price && feeOf(reduced(price, off), amount)}`;
    });
    expect(rows.map(({ number, fee }) => `${number} ${fee}`)).toEqual(due);
  });

  it('agreed with each applicant on the fee of their tier at that time', async () => {
    const wrong = await server.db.rows(sql`
      select a.number, a.fee_in_bps from ipo_application a join ipo_offering o on o.id = a.offering_id
      where a.fee_in_bps <> least(o.fee_in_bps, ${benefitAt('ipo_fee_percent', sql`a.client_id`, sql`a.created_at`)} * 100)`);
    expect(wrong).toEqual([]);
    const { fewer } = await server.db.one<{ fewer: number }>(sql`
      select count(*)::int as fewer from ipo_application a join ipo_offering o on o.id = a.offering_id where a.fee_in_bps < o.fee_in_bps`);
    expect(fewer).toBeGreaterThan(0);
  });

  it('allotted shares by the tier and weight at that time', async () => {
    const rows = await server.db.rows<{ tier: string; weight: number; own: string; due: number }>(sql`
      select e.tier, e.weight, ${tierAt(sql`a.client_id`, sql`f.frozen_at`)} as own,
             (${benefitAt('allotment_weight', sql`a.client_id`, sql`f.frozen_at`)} * 100)::int as due
      from ipo_allotment_entry e join ipo_application a on a.id = e.application_id join ipo_allotment f on f.offering_id = e.offering_id`);
    expect(rows.filter(({ tier, weight, own, due }) => tier !== own || weight !== due)).toEqual([]);
    expect(new Set(rows.map(({ tier }) => tier)).size).toBeGreaterThan(2);
  });

  it('has no fee that no rule gives', async () => {
    const made = await server.db.rows(sql`select id from ledger_transaction where scope = 'demo' and kind = 'fee'`);
    expect(made).toEqual([]);
  });
});
