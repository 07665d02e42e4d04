import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  reported,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

/** What becomes of a request when its method is changed or closed. */
let server: TestServer;
let ines: Session;
let payer: Payer;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const setPrice = (fixed: bigint, percent: string) =>
  server.db.run(sql`
    update payment_terms set fee_fixed = ${fixed}, fee_percent = ${percent}
    where (method, kind, currency) = ('bank_transfer', 'deposit', 'USD')`);
const credit = (id: string, received: string) =>
  asker(server)('POST /api/staff/payments/credit', ines, { payment_id: id, received });

let ways: { row: string }[];
beforeEach(async () => {
  payer = await newPayer(server, 3, 100_000n);
  await openBank(server);
  await setPrice(200n, '1');
  ways = await server.db.rows<{ row: string }>(sql`select to_json(t)::text as row from payment_terms t`);
});
afterEach(() =>
  server.db.tx(async (tx) => {
    await tx.run(sql`delete from payment_terms`);
    for (const { row } of ways)
      await tx.run(
        sql`insert into payment_terms select * from json_populate_record(null::payment_terms, ${row}::json)`,
      );
  }),
);

describe('a deposit that was announced', () => {
  it('is credited at its price, whatever the way costs by then', async () => {
    const id = await reported(server, payer, '500');
    await setPrice(900n, '20');
    expect((await credit(id, '400')).body.payment).toMatchObject({ state: 'credited', fee: '6.00', net: '394.00' });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([139_400n, 0n]);
  });

  it('is credited when the operator no longer has an account in its currency', async () => {
    const id = await reported(server, payer, '500');
    await server.db.run(sql`delete from payment_bank_account`);
    expect((await credit(id, '500')).body.payment).toMatchObject({ state: 'credited', fee: '7.00' });
  });

  it('is credited when the method is closed', async () => {
    const id = await reported(server, payer, '500');
    await server.db.run(sql`delete from payment_terms`);
    expect((await credit(id, '500')).body.payment).toMatchObject({ state: 'credited', fee: '7.00' });
  });

  it('is credited if anything remains after its fee', async () => {
    await setPrice(200n, '40');
    const id = await reported(server, payer, '500');
    expect(codeOf(await credit(id, '3.34'))).toBe('payments.amount_min');
    expect((await credit(id, '3.35')).body.payment).toMatchObject({ fee: '3.34', net: '0.01' });
  });
});

describe('a requested withdrawal', () => {
  it('keeps the days that the client was shown, when the method is closed', async () => {
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    await server.db.run(sql`update payment_terms set working_days = 9`);
    const request = asker(server);
    await request('POST /api/staff/payments/assign', ines, { payment_id: id });
    await request('POST /api/staff/payments/approve', ines, { payment_id: id });
    await server.db.run(sql`delete from payment_terms`);
    const sent = await request('POST /api/staff/payments/mark-sent', ines, { payment_id: id, bank_reference: 'B-1' });
    const { next, updated_at } = sent.body.payment;
    const days = (Date.parse(next?.by ?? '') - Date.parse(updated_at)) / 86_400_000;
    expect([2, 3, 4]).toContain(days);
  });
});
