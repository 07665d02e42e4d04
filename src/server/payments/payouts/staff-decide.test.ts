import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import { openPayouts, type Payouts } from '#test/money/payouts.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { addFinding } from '../providers/findings.ts';

let server: TestServer;
let payouts: Payouts;
let ines: Session;
let paul: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', roles: ['client', 'admin'] });
  await server.storeSessions();
  payouts = await openPayouts(server, ines);
});
beforeEach(async () => {
  await payouts.settled();
  payouts.adyen.honest();
  payouts.adyen.onStrike(() => {});
  // A connection that has failed before takes orders again.
  server.clock.advance(hour);
});
afterAll(async () => {
  await payouts.close();
  await server.close();
});

const hour = 3_600_000;
const looks = async (id: string) => [await payouts.stateOf(id), ...(await payouts.findings(id))];
const markSent = (id: string) =>
  asker(server)('POST /api/staff/payments/mark-sent', ines, { payment_id: id, bank_reference: 'FILE' });
const fail = (id: string, as: Session) =>
  asker(server)('POST /api/staff/payments/fail', as, { payment_id: id, reason: 'returned_by_bank' });
const failedByTwo = async (id: string) => [await fail(id, ines), await fail(id, paul)].map(codeOf);
const actions = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body.actions;

/** From now on no order reaches the provider. */
const silence = () =>
  payouts.adyen.onStrike((moment, _, method) => (moment === 'before' && method === 'POST' ? 'lost' : undefined));
const comeBack = () => payouts.adyen.onStrike(() => {});

/** An order that has never reached its provider, and that staff may decide about. */
async function unanswered() {
  const { id, payer } = await payouts.approved();
  silence();
  await payouts.send(id);
  await payouts.watch(5 * hour);
  expect(await looks(id)).toEqual(['ordered', 'payout_pending']);
  return { id, wallet: () => balancesOf(server.db, payer.wallet) };
}

/** One whose answer, and all events about it, were lost. */
async function madeUnseen() {
  const { id, payer } = await payouts.approved();
  payouts.adyen.lie('reset');
  payouts.adyen.lie('lost', 50);
  await payouts.send(id);
  expect(await payouts.transfersOf(id)).toHaveLength(1);
  payouts.adyen.onStrike(() => 'lost');
  await payouts.watch(5 * hour);
  expect(await looks(id)).toEqual(['ordered', 'payout_pending']);
  return { id, wallet: () => balancesOf(server.db, payer.wallet) };
}

describe('a withdrawal that staff record as sent while its provider says nothing', () => {
  it('is never paid by the provider besides', async () => {
    const { id } = await unanswered();
    expect((await markSent(id)).body.payment.state).toBe('sent');
    comeBack();
    for (const pause of [hour, 10 * hour, 24 * hour]) await payouts.watch(pause);
    expect(await payouts.transfersOf(id)).toEqual([]);
    expect(await looks(id)).toEqual(['sent', 'payout_pending']);
  });

  it('nor once it was reported as paid by a bank, recorded, and the report closed', async () => {
    const { id } = await payouts.approved();
    silence();
    await payouts.send(id);
    await payouts.watch(60_000);
    const at = server.clock.now();
    const reported = { paymentId: id, kind: 'payout_unexpected', subject: 'P-1', at } as const;
    await server.db.tx((tx) => addFinding(server.app, tx, reported));
    server.clock.advance(hour / 4);
    expect((await markSent(id)).body.payment.state).toBe('sent');
    const { body } = await asker(server)('POST /api/staff/payments/findings', ines, {});
    for (const found of body.findings.filter(({ payment }) => payment.id === id))
      await asker(server)('POST /api/staff/payments/close-finding', ines, { finding_id: found.id, note: 'recorded' });
    comeBack();
    await payouts.watch(hour);
    expect([await payouts.transfersOf(id), await payouts.stateOf(id)]).toEqual([[], 'sent']);
  });

  it('nor after two people have then returned the money', async () => {
    const { id, wallet } = await unanswered();
    await markSent(id);
    expect(await failedByTwo(id)).toEqual([undefined, undefined]);
    comeBack();
    await payouts.watch(hour);
    expect([await payouts.transfersOf(id), await wallet()]).toEqual([[], [50_000n, 0n]]);
  });

  it('is neither recorded nor returned while a call may be paying it', async () => {
    const { id } = await unanswered();
    await fail(id, ines);
    const during: string[] = [];
    payouts.adyen.onStrike(async (moment, _, method) => {
      if (moment === 'before' && method === 'POST')
        during.push(codeOf(await markSent(id)), codeOf(await fail(id, paul)));
    });
    await payouts.watch(hour);
    expect(during).toEqual(['payments.payout_under_way', 'payments.payout_under_way']);
    expect(await payouts.transfersOf(id)).toHaveLength(1);
  });

  it('in a database written past the program neither leaves besides nor is sent by an open order', async () => {
    const { id } = await unanswered();
    const change = (statement: ReturnType<typeof sql>) =>
      server.db.run(statement).catch((error: unknown) => String(error));
    expect(await change(sql`update payment set state = 'sent' where id = ${id}`)).toContain('do not match');
    await markSent(id);
    expect(await change(sql`update provider_payout set call_ends_at = now() where payment_id = ${id}`)).toContain(
      'cannot change so',
    );
  });
});

it('a withdrawal that its provider has accepted is not recorded as sent by hand', async () => {
  const { id } = await payouts.approved();
  await payouts.send(id);
  await payouts.settled();
  await payouts.watch(73 * hour);
  expect(await looks(id)).toEqual(['ordered', 'payout_pending']);
  expect(await actions(id)).toEqual(['fail']);
  expect(codeOf(await markSent(id))).toBe('payments.state');
});

describe('a withdrawal that two people fail', () => {
  it('was looked up right before: one that its provider has accepted since is not failed on an old report', async () => {
    const { id, wallet } = await unanswered();
    await fail(id, ines);
    comeBack();
    await payouts.watch(hour);
    expect(await payouts.transfersOf(id)).toHaveLength(1);
    expect(await actions(id)).toEqual([]);
    expect(codeOf(await fail(id, paul))).toBe('payments.state');
    expect([await payouts.stateOf(id), await wallet()]).toEqual(['ordered', [40_000n, 10_000n]]);
  });

  it('nor is one whose payout shows only when the second person agrees', async () => {
    const { id } = await madeUnseen();
    await fail(id, ines);
    const [transfer = ''] = await payouts.transfersOf(id);
    payouts.adyen.act(transfer, 'book');
    comeBack();
    server.clock.advance(hour);
    await fail(id, paul);
    expect(await payouts.stateOf(id)).toBe('sent');
  });

  it('is reported when its provider has paid it after all, also without events', async () => {
    const { id, wallet } = await madeUnseen();
    expect(await failedByTwo(id)).toEqual([undefined, undefined]);
    const [transfer = ''] = await payouts.transfersOf(id);
    payouts.adyen.act(transfer, 'credit');
    comeBack();
    await payouts.watch(7 * hour);
    expect([await looks(id), await wallet()]).toEqual([
      ['failed', 'payout_pending', 'payout_unexpected'],
      [50_000n, 0n],
    ]);
  });

  it('is read again for a month, and then no more', async () => {
    const { id } = await unanswered();
    await failedByTwo(id);
    const isRead = () =>
      server.db.rows(sql`select from provider_payout where payment_id = ${id} and next_at is not null`);
    expect(await isRead()).toHaveLength(1);
    for (let day = 0; day < 32; day += 1) await payouts.watch(24 * hour);
    expect(await isRead()).toEqual([]);
    expect(await looks(id)).toEqual(['failed', 'payout_pending']);
  });
});

it('a payout that arrives after two people have returned the money is reported', async () => {
  const { id } = await payouts.approved();
  await payouts.send(id);
  const [transfer = ''] = await payouts.transfersOf(id);
  payouts.adyen.act(transfer, 'book');
  await payouts.settled();
  expect(await failedByTwo(id)).toEqual([undefined, undefined]);
  expect(await looks(id)).toEqual(['failed']);
  payouts.adyen.act(transfer, 'credit');
  await payouts.settled();
  expect(await looks(id)).toEqual(['failed', 'payout_unexpected']);
});

it('an order that has ended after a day is reported when its provider pays it later', async () => {
  const { id } = await madeUnseen();
  comeBack();
  payouts.adyen.lie('not_listed');
  await payouts.watch(20 * hour);
  expect(await looks(id)).toEqual(['approved', 'not_started', 'payout_pending']);
  expect((await fail(id, ines)).body.payment.state).toBe('failed');
  await payouts.watch(7 * hour);
  expect(await looks(id)).toEqual(['failed', 'not_started', 'payout_pending', 'payout_unexpected']);
});
