import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import { openPayouts, type Payouts } from '#test/money/payouts.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { sendPayout } from './send-payout.ts';

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
});
afterAll(async () => {
  await payouts.close();
  await server.close();
});

const hour = 3_600_000;
const account = 'psp-out:bank-transfer:USD';
const act = (name: 'mark-sent' | 'fail' | 'complete', id: string, as: Session, more: object = {}) =>
  asker(server)(`POST /api/staff/payments/${name}`, as, { payment_id: id, ...more });
const item = async (id: string, as = ines) =>
  (await asker(server)('POST /api/staff/payments/info', as, { payment_id: id })).body;
const orderOf = (id: string) =>
  server.db.one<{ reference: string; state: string; answer: string | null }>(sql`
    select reference, state, answer from provider_payout where payment_id = ${id} order by created_at desc limit 1`);
/** The bodies by which the stand-in was called to pay an order. */
const sentFor = (reference: string) =>
  payouts.adyen.calls.flatMap(({ method, body }) => (method === 'POST' && body.includes(reference) ? [body] : []));
/** How many notices have gone to the screens of staff that show payments. */
const notices = () =>
  server.db.one<{ count: number }>(sql`
    select count(*)::int as count from outbox where name = 'realtime.sent' and payload ->> 'event' = 'queue.payments'`);
const looks = async (id: string) => [await payouts.stateOf(id), ...(await payouts.findings(id))];

/** A withdrawal that was ordered, with its transfer at the stand-in. */
async function ordered() {
  const { id, payer } = await payouts.approved();
  const { body } = await payouts.send(id);
  const [transfer = ''] = await payouts.transfersOf(id);
  expect(body).toMatchObject({ payment: { state: 'ordered' }, at_provider: { id: transfer } });
  await payouts.settled();
  const at = async (...acts: Parameters<Payouts['adyen']['act']>[1][]) => {
    for (const each of acts) payouts.adyen.act(transfer, each);
    await payouts.settled();
  };
  const wallet = () => balancesOf(server.db, payer.wallet);
  return { id, payer, transfer, at, wallet };
}

describe('a payout by a provider', () => {
  it('is ordered as documented, held until it has left, and completed when it has arrived', async () => {
    const paidOut = async () => (await balances(server.db, [account])).get(account) ?? 0n;
    const before = await paidOut();
    const { id, payer, transfer, at, wallet } = await ordered();
    const { reference } = await orderOf(id);
    expect(payouts.adyen.books.transferOf(transfer)).toMatchObject({
      amount: { value: 9500, currency: 'USD' },
      categoryData: { priority: 'crossBorder' },
      counterparty: {
        bankAccount: {
          accountHolder: { fullName: 'Ida Berg', address: { country: 'GB' } },
          accountIdentification: { type: 'iban', iban: 'GB29NWBK60161331926819' },
        },
      },
      reference,
      referenceForBeneficiary: reference,
      status: 'received',
    });
    expect(await wallet()).toEqual([40_000n, 10_000n]);
    expect(await item(id)).toMatchObject({ actions: [], at_provider: { name: 'Payouts', id: transfer } });
    await at('authorise');
    expect(await payouts.stateOf(id)).toBe('ordered');
    await at('book');
    expect([await payouts.stateOf(id), await wallet()]).toEqual(['sent', [40_000n, 0n]]);
    await at('credit');
    expect(await looks(id)).toEqual(['completed']);
    expect((await paidOut()) - before).toBe(9500n);
    const subjects = (await emailsTo(server, payer.session.user.email)).map(({ subject }) => subject);
    expect(subjects.slice(0, 2)).toEqual(['Your withdrawal is complete', 'Your withdrawal is on its way']);
    expect(await item(id)).toMatchObject({ bank_reference: transfer, at_provider: { answer: 'booked: approved' } });
  });

  it('updates screens of staff whenever the provider has said something new', async () => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('busy');
    payouts.adyen.lie('lost', 4);
    await payouts.send(id);
    const { reference } = await orderOf(id);
    const { count } = await notices();
    const counts: number[] = [];
    // It answers with its number, says what it has decided, and says the same again.
    for (const _ of ['accepted', 'read', 'read again']) {
      server.clock.advance(hour);
      await sendPayout(server.app, reference);
      counts.push((await notices()).count - count);
    }
    expect(counts).toEqual([1, 2, 2]);
  });

  it('is ordered once by two people at once', async () => {
    const { id } = await payouts.approved();
    const answers = await Promise.all([ines, paul].map((as) => payouts.send(id, as)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await payouts.transfersOf(id)).toHaveLength(1);
    expect(codeOf(await act('mark-sent', id, ines))).toBe('payments.state');
    expect(codeOf(await act('fail', id, ines, { reason: 'returned_by_bank' }))).toBe('payments.state');
  });

  it('is not offered for play money, nor where no provider reaches the destination', async () => {
    const { id } = await payouts.approved();
    expect(await item(id)).toMatchObject({ actions: ['send_payout', 'mark_sent', 'fail'], payout_by: 'Payouts' });
    await payouts.setEnvironment('live');
    expect(await item(id)).toMatchObject({ actions: ['mark_sent', 'fail'], payout_by: null });
    expect(codeOf(await payouts.send(id))).toBe('payments.state');
    await payouts.setEnvironment('test');
    expect((await payouts.send(id)).body.payment.state).toBe('ordered');
  });

  it('in a database written past the program is not sent elsewhere, nor marked as sent without an order', async () => {
    payouts.adyen.lie('busy');
    const { id } = await payouts.approved();
    await payouts.send(id);
    const setAccount = (number: string) =>
      forge(
        server.ownerUrl,
        sql`
        update payment_destination set account = ${number} where id = (select destination_id from payment where id = ${id})`,
      );
    await setAccount('DE89370400440532013000');
    await payouts.watch(60_000);
    expect(await payouts.transfersOf(id)).toEqual([]);
    await setAccount('GB29NWBK60161331926819');
    await payouts.watch(60_000);
    expect(await payouts.transfersOf(id)).toHaveLength(1);
    const { reference } = await orderOf(id);
    const change = (statement: ReturnType<typeof sql>) =>
      server.db.run(statement).catch((error: unknown) => String(error));
    for (const other of [sql`amount = 1`, sql`text = 'Gift'`, sql`state = 'completed'`])
      expect(await change(sql`update provider_payout set ${other} where reference = ${reference}`)).toContain(
        'cannot change so',
      );
    expect(await change(sql`update payment set state = 'approved' where id = ${id}`)).toContain('do not match');
    expect(await change(sql`update payment set state = 'failed' where id = ${id}`)).toContain('do not match');
  });
});

describe('an order whose answer says nothing', () => {
  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'in_progress', 'too_many'] as const)(
    '%s: is made once',
    async (lie) => {
      const { id, payer } = await payouts.approved();
      payouts.adyen.lie(lie);
      payouts.adyen.lie('lost');
      expect((await payouts.send(id)).body.payment.state).toBe('ordered');
      await payouts.watch(60_000);
      const transfers = await payouts.transfersOf(id);
      expect(transfers).toHaveLength(1);
      payouts.adyen.honest();
      payouts.adyen.act(transfers[0] ?? '', 'credit');
      await payouts.settled();
      expect(await looks(id)).toEqual(['completed']);
      expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
    },
  );

  it('is repeated word for word by its own key where the provider does not list it yet', async () => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('reset');
    payouts.adyen.lie('lost');
    await payouts.send(id);
    const body = { key: 'brand.name', value: 'Renamed since', version: 0, reason: 'as agreed' } as const;
    expect((await server.call('POST /api/staff/settings/save', { as: paul, body })).status).toBe(200);
    payouts.adyen.lie('not_listed');
    await payouts.watch(60_000);
    expect(await payouts.transfersOf(id)).toHaveLength(1);
    const { reference, state } = await orderOf(id);
    expect(state).toBe('accepted');
    const [first = '', ...repeated] = sentFor(reference);
    expect([first.includes('Atrium'), repeated]).toEqual([true, [first]]);
  });

  it('is neither ended nor free to be paid otherwise by a refusal of what the provider has made', async () => {
    const { id, payer } = await payouts.approved();
    payouts.adyen.lie('made_but_refused');
    payouts.adyen.lie('lost');
    expect((await payouts.send(id)).body.payment.state).toBe('ordered');
    await payouts.watch(60_000);
    const [transfer = '', ...more] = await payouts.transfersOf(id);
    expect(more).toEqual([]);
    payouts.adyen.act(transfer, 'credit');
    await payouts.settled();
    expect(await looks(id)).toEqual(['completed']);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
  });

  it('nor by a refusal of its repetition, while the first one is not listed yet', async () => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('reset');
    payouts.adyen.lie('lost');
    await payouts.send(id);
    payouts.adyen.lie('not_listed');
    payouts.adyen.lie('closed_account');
    await payouts.watch(60_000);
    expect(await looks(id)).toEqual(['ordered']);
    await payouts.watch(hour);
    expect(await orderOf(id)).toMatchObject({ state: 'accepted' });
    expect(await payouts.transfersOf(id)).toHaveLength(1);
  });

  it.each(['empty', 'html', 'wrong_types'] as const)('%s to the look-up: is not repeated', async (lie) => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('reset');
    payouts.adyen.lie('lost');
    await payouts.send(id);
    const made = payouts.adyen.calls.filter(({ method }) => method === 'POST').length;
    payouts.adyen.lie(lie);
    await payouts.watch(60_000);
    expect(payouts.adyen.calls.filter(({ method }) => method === 'POST')).toHaveLength(made);
    await payouts.watch(60_000);
    expect(await orderOf(id)).toMatchObject({ state: 'accepted' });
  });

  it('ends when its provider does not know it after a day, and is ordered again by another reference', async () => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('busy');
    await payouts.send(id);
    const { reference } = await orderOf(id);
    await payouts.watch(25 * hour);
    expect(await looks(id)).toEqual(['approved', 'not_started', 'payout_pending']);
    await payouts.send(id);
    expect((await orderOf(id)).reference).not.toBe(reference);
    expect(await payouts.transfersOf(id)).toHaveLength(1);
  });

  it('is not sent once its client was frozen', async () => {
    const { id, payer } = await payouts.approved();
    payouts.adyen.lie('busy');
    await payouts.send(id);
    await server.db.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${payer.session.user.id}`);
    await payouts.watch(60_000);
    expect([await payouts.transfersOf(id), await payouts.stateOf(id)]).toEqual([[], 'ordered']);
    await payouts.watch(25 * hour);
    expect(await payouts.stateOf(id)).toBe('approved');
    expect(codeOf(await payouts.send(id))).toBe('payments.withdrawal_blocked');
  });
});

describe('an order that the provider does not carry out', () => {
  it('goes back to the queue with what the provider said, and can be paid by hand', async () => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('closed_account');
    await payouts.send(id);
    expect(await looks(id)).toEqual(['approved', 'not_started']);
    const seen = await item(id);
    expect(seen.at_provider?.answer).toContain('The bank account is closed');
    expect(seen.actions).toEqual(['send_payout', 'mark_sent', 'fail']);
    expect((await act('mark-sent', id, ines)).body.payment.state).toBe('sent');
  });

  it('also when it is refused after it was accepted', async () => {
    const { id, at, wallet } = await ordered();
    await at('authorise', 'refuse');
    expect(await looks(id)).toEqual(['approved', 'not_started']);
    expect(await wallet()).toEqual([40_000n, 10_000n]);
    expect((await item(id)).at_provider?.answer).toBe('refused: counterpartyAccountNotFound');
  });

  it('is for two people when nothing is decided for three days; a late payout is shown, and moves nothing', async () => {
    const { id, at, wallet } = await ordered();
    await at('wait');
    await payouts.watch(73 * hour);
    expect(await looks(id)).toEqual(['ordered', 'payout_pending']);
    expect((await item(id)).actions).toEqual(['fail']);
    await act('fail', id, ines, { reason: 'returned_by_bank' });
    expect(await payouts.stateOf(id)).toBe('ordered');
    await act('fail', id, paul, { reason: 'returned_by_bank' });
    expect([await payouts.stateOf(id), await wallet()]).toEqual(['failed', [50_000n, 0n]]);
    payouts.adyen.books.transferOf((await payouts.transfersOf(id))[0] ?? '').status = 'received';
    await at('book');
    expect(await looks(id)).toEqual(['failed', 'payout_pending', 'payout_unexpected']);
    expect(await wallet()).toEqual([50_000n, 0n]);
  });
});

describe('a payout that comes back', () => {
  it('after it was completed gives the client everything back once, and staff see it', async () => {
    const { id, payer, at, wallet } = await ordered();
    await at('credit');
    payouts.adyen.lie('five_times');
    await at('return');
    await payouts.watch(24 * hour);
    expect([await looks(id), await wallet()]).toEqual([
      ['failed', 'payout_returned'],
      [50_000n, 0n],
    ]);
    const [email] = await emailsTo(server, payer.session.user.email);
    expect(email?.subject).toBe('Your withdrawal didn’t go through');
  });

  it('while nobody looked, goes all the way at once', async () => {
    const { id, payer } = await payouts.approved();
    payouts.adyen.lie('lost', 4);
    await payouts.send(id);
    const [transfer = ''] = await payouts.transfersOf(id);
    for (const each of ['book', 'return'] as const) payouts.adyen.act(transfer, each);
    await payouts.watch(60_000);
    expect(await looks(id)).toEqual(['failed', 'payout_returned']);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([50_000n, 0n]);
  });

  it('in part stays sent, for two people to decide', async () => {
    const { id, at, wallet } = await ordered();
    await at('book', 'return_less');
    expect([await looks(id), await wallet()]).toEqual([
      ['sent', 'amount'],
      [40_000n, 0n],
    ]);
    await act('fail', id, ines, { reason: 'returned_by_bank' });
    await act('fail', id, paul, { reason: 'returned_by_bank' });
    expect([await payouts.stateOf(id), await wallet()]).toEqual(['failed', [50_000n, 0n]]);
  });
});

describe('a payout that differs from its order', () => {
  it.each([
    ['book_less', 'amount'],
    ['book_otherwise', 'amount'],
    ['pay_another', 'payee'],
  ] as const)('%s: is sent, shown to staff, and not completed by itself', async (lie, finding) => {
    const { id, at } = await ordered();
    await at(lie, 'credit');
    expect(await looks(id)).toEqual(['sent', finding]);
    expect((await act('complete', id, ines)).body.payment.state).toBe('completed');
  });

  it('twice under one reference: the second one is shown', async () => {
    const { id } = await payouts.approved();
    payouts.adyen.lie('twice');
    await payouts.send(id);
    await payouts.settled();
    const [first = ''] = await payouts.transfersOf(id);
    payouts.adyen.act(first, 'credit');
    await payouts.settled();
    expect(await looks(id)).toEqual(['completed', 'payout_unexpected']);
  });
});

describe('the events of a provider', () => {
  it('newest first, without our reference, and forged', async () => {
    const { id, at, transfer } = await ordered();
    payouts.adyen.lie('newest_first', 3);
    for (const each of ['authorise', 'book', 'credit'] as const) payouts.adyen.act(transfer, each);
    payouts.adyen.honest();
    payouts.adyen.delivery.flush();
    await payouts.settled();
    expect(await payouts.stateOf(id)).toBe('completed');
    payouts.adyen.lie('no_reference');
    await at('return');
    expect(await payouts.stateOf(id)).toBe('failed');
    const other = await ordered();
    payouts.adyen.lie('forged');
    payouts.adyen.act(other.transfer, 'book');
    await payouts.settled();
    expect(payouts.adyen.delivery.answers.get(`${other.transfer} 2`)?.[0]).toBe(401);
  });

  it('that are lost are made good by asking', async () => {
    const { id, transfer } = await ordered();
    payouts.adyen.lie('lost', 4);
    payouts.adyen.act(transfer, 'credit');
    await payouts.watch(hour);
    expect(await payouts.stateOf(id)).toBe('completed');
  });
});

it('the books agree after all lies', async () => {
  const broken = [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);
  expect(broken).toEqual([]);
});
