import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { closingOn } from '#test/compliance/closure.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { openPayouts, type Payouts } from '#test/money/payouts.ts';
import { balancesOf, deposit } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let payouts: Payouts;
let ida: Payer;
let finance: Session;
let admin: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  admin = await server.register({ first_name: 'Paul', roles: ['client', 'admin'] });
  await server.storeSessions();
  cards = await openCards(server);
  payouts = await openPayouts(server, finance);
});
beforeEach(async () => {
  ida = await newPayer(server);
  for (const as of [finance, admin]) await server.signIn({ email: as.user.email, remember: true, as });
});
afterAll(async () => {
  await cards.close();
  await payouts.close();
  await server.close();
});

const hour = 3_600_000;
const { request, letDaysPass, run, stateOf: closureOf } = closingOn(() => server);
async function close({ session }: Payer): Promise<void> {
  expect((await request(session)).status).toBe(200);
  letDaysPass();
  await run();
  expect(await closureOf(session)).toBe('closed');
  for (const as of [finance, admin]) await server.signIn({ email: as.user.email, remember: true, as });
}
async function reopen({ session }: Payer): Promise<void> {
  const body = { client_id: session.user.id, reason: 'asked for' };
  expect((await asker(server)('POST /api/staff/clients/closure/reopen', admin, body)).status).toBe(200);
}
async function handle(id: string): Promise<void> {
  const { body } = await asker(server)('POST /api/staff/payments/findings', finance, {});
  for (const found of body.findings.filter(({ payment }) => payment.id === id)) {
    const closing = { finding_id: found.id, note: 'sent by bank' };
    expect((await asker(server)('POST /api/staff/payments/close-finding', finance, closing)).status).toBe(200);
  }
}
async function dayLater(): Promise<void> {
  server.clock.advance(25 * hour);
  await server.app.jobs.run('payments.providers');
}
const failedEvents = () => server.db.rows(sql`select error from inbox_event where error is not null`);
const looks = async (id: string, { wallet }: Payer) => [
  await cards.stateOf(id),
  (await balancesOf(server.db, wallet))[0],
  ...(await cards.findings(id)),
];

/** A refund that succeeded and then fails. */
async function refunded(): Promise<{ id: string; fail: () => Promise<void> }> {
  const { id, session } = await creditedByCard(cards, ida, '100');
  const { code } = await server.db.one<{ code: string }>(
    sql`select code from reason where purpose = 'refund' and active order by position limit 1`,
  );
  const body = { payment_id: id, reason: code, note: 'asked for' };
  expect((await asker(server)('POST /api/staff/payments/refund', finance, body)).status).toBe(200);
  await cards.settled();
  const fail = () => (cards.stripe.act(session, 'refund_fails'), cards.settled());
  return { id, fail };
}

describe('money that comes back after the closure waits for staff', () => {
  it('as a refund that fails, and is booked after a reopening', async () => {
    const { id, fail } = await refunded();
    await close(ida);
    await fail();
    expect(await looks(id, ida)).toEqual(['refunded', 0n, 'refund_pending']);
    expect(await failedEvents()).toEqual([]);
    await dayLater();
    expect(await looks(id, ida)).toEqual(['refunded', 0n, 'refund_pending']);
    await reopen(ida);
    await dayLater();
    expect(await looks(id, ida)).toEqual(['credited', 10_000n, 'refund_failed']);
  });

  it('and is not booked once they have handled it', async () => {
    const { id, fail } = await refunded();
    await close(ida);
    await fail();
    await handle(id);
    await reopen(ida);
    for (let day = 0; day < 3; day += 1) await dayLater();
    expect(await looks(id, ida)).toEqual(['refunded', 0n, 'refund_pending']);
  });

  // A closure waits for an open dispute; one that was lost may still be decided again.
  it('as a lost dispute that is won after all', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    cards.stripe.act(session, 'dispute');
    cards.stripe.act(session, 'dispute_withdrawn');
    cards.stripe.act(session, 'dispute_lost');
    await cards.settled();
    await close(ida);
    cards.stripe.act(session, 'dispute_won');
    await cards.settled();
    expect(await looks(id, ida)).toEqual(['charged_back', 0n, 'dispute', 'dispute']);
    expect(await failedEvents()).toEqual([]);
    await reopen(ida);
    await dayLater();
    expect(await looks(id, ida)).toEqual(['credited', 10_000n, 'dispute', 'dispute']);
  });

  it('as a payout that is returned', async () => {
    const { id, payer } = await payouts.approved();
    await payouts.send(id);
    const [transfer = ''] = await payouts.transfersOf(id);
    await payouts.settled();
    payouts.adyen.act(transfer, 'credit');
    await payouts.settled();
    expect(await payouts.stateOf(id)).toBe('completed');
    await deposit(server.db, payer.session.user.id, -40_000n, server.clock.now());
    await close(payer);
    payouts.adyen.act(transfer, 'return');
    await payouts.settled();
    expect(await looks(id, payer)).toEqual(['completed', 0n, 'payout_unexpected']);
    expect(await failedEvents()).toEqual([]);
    await reopen(payer);
    await dayLater();
    expect(await looks(id, payer)).toEqual(['failed', 10_000n, 'payout_returned', 'payout_unexpected']);
  });
});
