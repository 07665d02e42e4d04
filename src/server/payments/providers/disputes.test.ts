import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  cards = await openCards(server);
});
beforeEach(async () => {
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

type Act = Parameters<Cards['stripe']['act']>[1];
async function happen(session: string, ...acts: Act[]): Promise<void> {
  for (const act of acts) cards.stripe.act(session, act);
  await cards.settled();
}
const looks = async (id: string) => [await cards.stateOf(id), (await balancesOf(server.db, ida.wallet))[0]];
const openFindings = async (id: string) => {
  const { body } = await asker(server)('POST /api/staff/payments/findings', finance, {});
  return body.findings.filter(({ payment }) => payment.id === id);
};
const isOpen = async (id: string) => (await openFindings(id)).map(({ kind, subject }) => [kind, subject.split(' ')[1]]);
async function handle(id: string): Promise<void> {
  for (const found of await openFindings(id)) {
    const body = { finding_id: found.id, note: 'evidence sent' };
    expect((await asker(server)('POST /api/staff/payments/close-finding', finance, body)).status).toBe(200);
  }
}
const disputed = () => [...cards.stripe.books.disputes.values()].at(-1);

describe('two disputes of one payment', () => {
  it('are both noted, and the money is returned with the last one', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    await happen(session, 'dispute', 'dispute_withdrawn');
    await happen(session, 'dispute_won', 'dispute', 'dispute_withdrawn');
    const rows = await server.db.rows<{ status: string; withdrawn: boolean }>(
      sql`select status, withdrawn from provider_dispute where payment_id = ${id} order by opened_at, provider_id`,
    );
    expect(new Set(rows.map(({ withdrawn }) => withdrawn))).toEqual(new Set([false, true]));
    expect(await isOpen(id)).toHaveLength(2);
    expect(await looks(id)).toEqual(['charged_back', 0n]);
    await happen(session, 'dispute_won');
    expect(await looks(id)).toEqual(['credited', 10_000n]);
  });
});

describe('a dispute whose finding staff have closed', () => {
  it('of a part is reported again when the provider takes the money, and when it closes without', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    cards.stripe.act(session, 'dispute');
    Object.assign(disputed() ?? {}, { amount: 4000 });
    await cards.settled();
    expect(await isOpen(id)).toEqual([['dispute_partial', undefined]]);
    await handle(id);
    await happen(session, 'dispute_withdrawn', 'dispute_lost');
    expect(await isOpen(id)).toEqual([['dispute_partial', 'taken']]);
    await handle(id);
    await happen(session, 'dispute_won');
    expect(await isOpen(id)).toEqual([['dispute_partial', 'closed']]);
  });

  it('is reported again when it is won after staff have booked the charge-back', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    await happen(session, 'dispute');
    const { code } = await server.db.one<{ code: string }>(
      sql`select code from reason where purpose = 'charge_back' and active order by position limit 1`,
    );
    const body = { payment_id: id, reason: code, note: 'bank says so' };
    expect((await asker(server)('POST /api/staff/payments/charge-back', finance, body)).status).toBe(200);
    await handle(id);
    await happen(session, 'dispute_withdrawn');
    expect(await isOpen(id)).toEqual([]);
    await happen(session, 'dispute_won');
    expect(await looks(id)).toEqual(['charged_back', 0n]);
    expect(await isOpen(id)).toEqual([['dispute', 'returned']]);
  });
});

describe('a refund', () => {
  it('of another sum than was ordered is for staff', async () => {
    const { id } = await creditedByCard(cards, ida, '100');
    const { code } = await server.db.one<{ code: string }>(
      sql`select code from reason where purpose = 'refund' and active order by position limit 1`,
    );
    const body = { payment_id: id, reason: code, note: 'asked for' };
    expect((await asker(server)('POST /api/staff/payments/refund', finance, body)).status).toBe(200);
    Object.assign([...cards.stripe.books.refunds.values()].at(-1) ?? {}, { amount: 6000 });
    await cards.settled();
    expect(await openFindings(id)).toMatchObject([{ kind: 'amount', amount: '60.00', currency: 'USD' }]);
  });
});
