import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { turn } from '#test/connections/connections.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { asker, codeOf, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { addFinding } from './findings.ts';

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
  await cards.settled();
  cards.stripe.honest();
  cards.stripe.strike = () => {};
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const hour = 3_600_000;
const balance = async () => (await balancesOf(server.db, ida.wallet))[0];
async function askRefund(id: string) {
  const { code } = await server.db.one<{ code: string }>(
    sql`select code from reason where purpose = 'refund' and active order by position limit 1`,
  );
  const body = { payment_id: id, reason: code, note: 'asked for' };
  return asker(server)('POST /api/staff/payments/refund', finance, body);
}
const refund = async (id: string) => expect((await askRefund(id)).status).toBe(200);
function refundsOf(session: string) {
  const payment = cards.stripe.books.paymentOf(cards.stripe.books.sessionOf(session));
  return [...cards.stripe.books.refunds.values()].filter((each) => each.payment_intent === payment.id);
}
async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  await server.app.jobs.run('payments.providers');
}
const looks = async (id: string) => [await cards.stateOf(id), await balance(), ...(await cards.findings(id))];

/** Every call is lost before it reaches the provider. */
const cutOff = () => {
  cards.stripe.strike = (moment) => (moment === 'before' ? 'lost' : undefined);
};

describe('while a connection is off', () => {
  const off = () => turn(server, cards.connectionId, 'off');
  const on = () => turn(server, cards.connectionId, 'on');

  it('no refund is ordered, and one that was not sent waits until it is on again', async () => {
    const [waiting, other] = [await creditedByCard(cards, ida, '100'), await creditedByCard(cards, ida, '50')];
    cutOff();
    await refund(waiting.id);
    await off();
    cards.stripe.strike = () => {};
    await later(hour);
    await cards.settled();
    expect(refundsOf(waiting.session)).toEqual([]);
    const { body } = await asker(server)('POST /api/staff/payments/info', finance, { payment_id: other.id });
    expect(body.actions).not.toContain('refund');
    expect(codeOf(await askRefund(other.id))).toBe('payments.state');
    await on();
    await later(hour);
    await cards.settled();
    expect(refundsOf(waiting.session)).toHaveLength(1);
  });

  it('what its events have not brought is read all the same', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    await later(2 * hour);
    await off();
    cards.stripe.lie('lost', 10);
    cards.stripe.act(session, 'dispute');
    server.clock.advance(2 * hour);
    await server.app.jobs.run('connections.missed_events');
    await cards.settled();
    expect(await cards.findings(id)).toContain('dispute');
    await on();
  });
});

it('refunds go out before deposits are read, and those that have ended take a small share of a round', async () => {
  for (let deposits = 0; deposits < 22; deposits += 1) await creditedByCard(cards, ida, '10');
  const { id } = await creditedByCard(cards, ida, '100');
  await later(hour / 2);
  cutOff();
  await refund(id);
  cards.stripe.strike = () => {};
  const due = async () =>
    (
      await server.db.rows(sql`
        select from provider_payment where state = 'ended' and next_at <= ${server.clock.now()}`)
    ).length;
  const before = cards.stripe.seen.length;
  await later(hour);
  const paths = cards.stripe.seen.slice(before).map(({ method, path }) => `${method} ${path}`);
  const sent = paths.indexOf('POST /v1/refunds');
  expect(sent).toBeGreaterThanOrEqual(0);
  expect(sent).toBeLessThan(5);
  expect(await due()).toBeGreaterThan(0);
  await later(0);
  expect(await due()).toBe(0);
});

describe('a refund', () => {
  it('that cannot be sent is reported after hours, and made once the provider answers', async () => {
    const { id, session } = await creditedByCard(cards, ida, '100');
    cutOff();
    await refund(id);
    await later(3 * hour);
    expect(await looks(id)).toEqual(['refunded', 0n]);
    await later(2 * hour);
    expect(await looks(id)).toEqual(['refunded', 0n, 'refund_pending']);
    cards.stripe.strike = () => {};
    await later(hour);
    await cards.settled();
    expect(refundsOf(session).map(({ status }) => status)).toEqual(['succeeded']);
    expect(await looks(id)).toEqual(['refunded', 0n, 'refund_pending']);
  });

  it('that the provider does not know after a day has failed, and is never repeated', async () => {
    const { id } = await creditedByCard(cards, ida, '100');
    cutOff();
    await refund(id);
    await later(5 * hour);
    let asked = 0;
    cards.stripe.strike = (moment, path, method) => {
      if (moment === 'before' && method === 'POST' && path === '/v1/refunds') asked += 1;
    };
    server.clock.advance(16 * hour);
    await later(0);
    expect([asked, ...(await looks(id))]).toEqual([0, 'refunded', 0n, 'refund_pending']);
    await later(5 * hour);
    expect([asked, ...(await looks(id))]).toEqual([0, 'credited', 10_000n, 'refund_failed', 'refund_pending']);
  });

  it('is not held up by a payment that was changed past the program', async () => {
    const [bad, good] = [await creditedByCard(cards, ida, '100'), await creditedByCard(cards, ida, '50')];
    cutOff();
    await refund(good.id);
    await forge(server.ownerUrl, sql`update payment set source = 'another' where id = ${bad.id}`);
    await server.db.run(sql`update provider_payment set next_at = ${server.clock.now()} where payment_id = ${bad.id}`);
    cards.stripe.strike = () => {};
    server.clock.advance(hour);
    await server.app.jobs.run('payments.providers').catch(() => {});
    await cards.settled();
    const { state } = await server.db.one<{ state: string }>(
      sql`select state from provider_refund where payment_id = ${good.id}`,
    );
    expect(['pending', 'succeeded']).toContain(state);
    const { isLater } = await server.db.one<{ isLater: boolean }>(sql`
      select next_at > ${server.clock.now()} as "isLater" from provider_payment where payment_id = ${bad.id}`);
    expect(isLater).toBe(true);
    await forge(server.ownerUrl, sql`update payment set source = null where id = ${bad.id}`);
  });
});

it('what has to be answered soonest comes first', async () => {
  const [first, second] = [await creditedByCard(cards, ida, '10'), await creditedByCard(cards, ida, '20')];
  const at = server.clock.now();
  await server.db.tx(async (tx) => {
    await addFinding(server.app, tx, { paymentId: first.id, kind: 'holder', at });
    await addFinding(server.app, tx, { paymentId: second.id, kind: 'dispute', answerBy: at, at });
  });
  const { body } = await asker(server)('POST /api/staff/payments/findings', finance, {});
  expect(body.findings[0]?.payment.id).toBe(second.id);
});

it('a report of a sum gives way to one of more; less, or the same, changes and adds nothing', async () => {
  const { id: paymentId } = await creditedByCard(cards, ida, '10');
  const add = (minor: bigint | null, insteadOf?: { kind: 'amount' }) =>
    server.db.tx((tx) => {
      const amount = minor === null ? null : { minor, currency: 'USD' };
      const subject = minor === null ? '' : `${minor} USD`;
      return addFinding(server.app, tx, {
        paymentId,
        kind: 'amount',
        subject,
        amount,
        at: server.clock.now(),
        ...(insteadOf && { insteadOf }),
      });
    });
  const subjects = async () =>
    (
      await server.db.rows<{ subject: string }>(
        sql`select subject from provider_finding where payment_id = ${paymentId} order by subject`,
      )
    ).map(({ subject }) => subject);
  const instead = { kind: 'amount' } as const;
  // As two versions beside one another leave them.
  await add(null);
  await add(100n);
  for (const minor of [300n, 200n, null]) await add(minor, instead);
  expect(await subjects()).toEqual(['', '300 USD']);
  await server.db.run(sql`
    update provider_finding set closed_at = now(), closed_by = ${finance.user.id}, note = 'returned' where payment_id = ${paymentId}`);
  await add(200n, instead);
  expect(await subjects()).toEqual(['', '300 USD']);
  await add(400n, instead);
  expect(await subjects()).toEqual(['', '300 USD', '400 USD']);
});

it('a refund whose connection is gone is left to staff, and one that was never sent has failed', async () => {
  const [sent, unsent] = [await creditedByCard(cards, ida, '100'), await creditedByCard(cards, ida, '50')];
  cutOff();
  await refund(sent.id);
  await forge(server.ownerUrl, sql`update connection set state = 'removed' where id = ${cards.connectionId}`);
  await later(hour);
  expect(await cards.findings(sent.id)).toEqual(['refund_disconnected']);
  await refund(unsent.id);
  expect([await cards.stateOf(unsent.id), await cards.findings(unsent.id)]).toEqual(['credited', ['refund_failed']]);
});
