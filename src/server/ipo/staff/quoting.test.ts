import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { bringTo, listedHolding, newApplicant, openOffering, quote } from '#test/ipo/offerings.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** The price at which clients sell: one person requests it, another one approves it. */
let server: TestServer;
/** The handle of the role that serves requests. */
let serving: Db;
let ines: Session;
let staff: ReturnType<typeof openStaffScreen>;
let second: ReturnType<typeof openStaffScreen>;
let stockId: string;

beforeAll(async () => {
  server = await startServer();
  serving = server.app.db;
  ines = await server.register({ roles: ['client', 'finance'] });
  staff = openStaffScreen(server, ines);
  second = openStaffScreen(server, await server.register({ roles: ['client', 'finance'] }));
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.advance(1000);
  stockId = await listedHolding(server, await newApplicant(server));
});

const priceOf = async () => (await staff.read(stockId)).price;
const propose = (price: string) => staff.action('propose-quote', stockId, { price });

describe('a price at which clients may sell', () => {
  it('takes effect when a second person approves it', async () => {
    const proposed = await propose('31.00');
    expect(proposed.status).toBe(200);
    expect(await priceOf()).toMatchObject({ price: '30.00' });
    expect((await staff.decide(stockId)).refusal.code).toBe('ipo_staff.own_request');
    const { body: list } = await server.call('POST /api/staff/ipo', { as: ines, body: { view: 'waiting' } });
    expect(list.offerings.find(({ stock_id }) => stock_id === stockId)).toMatchObject({
      waits_for: 'decision',
      approval_request: { action: 'quote', mine: true },
    });
    server.clock.advance(1000);
    expect((await second.decide(stockId)).body.price).toMatchObject({ price: '31.00', source: 'staff' });
    const { history, approval_requests: approvalRequests } = await staff.read(stockId);
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'decide', details: { approval_request: 'quote', decision: 'approve', price: '31.00' } },
      { action: 'propose_quote', details: { price: '31.00' } },
    ]);
    expect(approvalRequests).toMatchObject([{ action: 'quote', price: '31.00', clients: 1, amount: '3000.00' }]);
  });

  it('shows the second person its effect on clients with shares', async () => {
    await propose('79.00');
    expect((await second.preview(stockId, 'quote', { price: '79.00' })).body).toMatchObject({
      clients: 1,
      price: {
        last: '30.00',
        new: '79.00',
        change_percent: '163.33',
        value_before: '3000.00',
        value_after: '7900.00',
      },
    });
  });

  it('needs a new request after the last price moved beyond the tolerance', async () => {
    await propose('31.00');
    server.clock.advance(1000);
    await quote(server, stockId, 3016n);
    expect((await second.decide(stockId)).refusal.code).toBe('ipo_staff.price_moved');
    expect((await second.decide(stockId, 'reject')).status).toBe(200);
    await propose('31.00');
    server.clock.advance(1000);
    await quote(server, stockId, 3031n);
    expect((await second.decide(stockId)).status).toBe(200);
  });

  it('is quoted once, however many approve at once', async () => {
    await propose('31.00');
    server.clock.advance(1000);
    const responses = await Promise.all(Array.from({ length: 5 }, () => second.decide(stockId)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a listing', () => {
  it('with its first price takes two people, and is compared with what clients have paid', async () => {
    const id = await openOffering(server, { mode: 'direct' });
    const now = server.clock.now();
    await bringTo(server, id, 'closed', sql`closes_at = ${new Date(now.getTime() - 1000)}`);
    const body = { listed_at: now.toISOString(), first_price: '79.00' };
    expect((await staff.action('propose-listing', id, body)).body.state).toBe('closed');
    expect((await second.preview(id, 'list', { price: '79.00' })).body).toMatchObject({
      state: 'listed',
      price: { last: '20.00', new: '79.00', change_percent: '295' },
    });
    expect((await staff.decide(id)).refusal.code).toBe('ipo_staff.own_request');
    expect((await second.decide(id)).body).toMatchObject({
      state: 'listed',
      price: { price: '79.00', source: 'staff' },
    });
  });

  it('is refused by the database without a second person', async () => {
    const id = await openOffering(server, { mode: 'direct' });
    await bringTo(server, id, 'closed');
    await expect(
      serving.run(sql`update ipo_offering set state = 'listed', listed_at = ${server.clock.now()} where id = ${id}`),
    ).rejects.toThrow('lacks a second person');
  });
});

describe('the database', () => {
  const write = (priceMinor: bigint, approvalRequestId: string | null = null) =>
    serving.run(sql`
      insert into ipo_price (offering_id, at, price_minor, source, approval_request_id)
      values (${stockId}, ${server.clock.now()}, ${priceMinor}, 'staff', ${approvalRequestId})`);

  it('refuses a price of staff without an approval', async () => {
    server.clock.advance(1000);
    await expect(write(7900n)).rejects.toThrow('lacks a second person');
    await propose('31.00');
    const id = (await staff.read(stockId)).approval_requests[0]?.id ?? newId();
    await expect(write(3100n, id)).rejects.toThrow('lacks a second person');
    await expect(
      serving.run(sql`update ipo_price set source = 'staff', price_minor = 7900 where offering_id = ${stockId}`),
    ).rejects.toThrow('lacks a second person');
  });

  it('refuses another price than the approved one, and a second use of an approval', async () => {
    await propose('31.00');
    server.clock.advance(1000);
    await second.decide(stockId);
    const id = (await staff.read(stockId)).approval_requests[0]?.id ?? newId();
    await expect(
      serving.run(sql`update ipo_price set price_minor = 7900 where offering_id = ${stockId} and source = 'staff'`),
    ).rejects.toThrow('stays as it is');
    await expect(
      serving.run(sql`delete from ipo_price where offering_id = ${stockId} and source = 'staff'`),
    ).rejects.toThrow('stays as it is');
    server.clock.advance(1000);
    await expect(write(3100n, id)).rejects.toThrow('lacks a second person');
    await expect(write(7900n, id)).rejects.toThrow('lacks a second person');
  });

  it('refuses the approval of a price that has moved', async () => {
    await propose('31.00');
    await quote(server, stockId, 2000n);
    await expect(
      serving.run(sql`
        update approval_request set state = 'approved', decided_at = ${server.clock.now()},
               decided_by = (select id from person where 'finance' = any(roles) and id <> author_id limit 1)
        where offering_id = ${stockId} and state = 'open'`),
    ).rejects.toThrow('the last price has moved too far');
  });
});
