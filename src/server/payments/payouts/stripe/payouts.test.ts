import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { standInFinancialAccount } from '#test/external-services/stand-ins.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker } from '#test/money/payments.ts';
import { openStripePayouts, type StripeCall, type StripePayouts } from '#test/money/stripe-payouts.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let payouts: StripePayouts;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  await server.storeSessions();
  payouts = await openStripePayouts(server, ines);
});
beforeEach(async () => {
  await payouts.settled();
  payouts.stripe.honest();
  payouts.stripe.onStrike(() => {});
});
afterAll(async () => {
  await payouts.close();
  await server.close();
});

const day = 86_400_000;
const orderOf = (id: string) =>
  server.db.one<{ reference: string; state: string; answer: string | null }>(sql`
    select reference, state, answer from provider_payout where payment_id = ${id} order by created_at desc limit 1`);
const looks = async (id: string) => [await payouts.stateOf(id), ...(await payouts.findings(id))];
const sent = () =>
  payouts.stripe.calls.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('_payments'));

/** A withdrawal that was ordered, with its payment at the stand-in. */
async function ordered() {
  const { id, payer } = await payouts.approved();
  const { body } = await payouts.send(id);
  const [payment = ''] = await payouts.paymentsOf(id);
  expect(body).toMatchObject({ payment: { state: 'ordered' }, at_provider: { id: payment } });
  await payouts.settled();
  const at = async (...acts: Parameters<StripePayouts['stripe']['act']>[1][]) => {
    for (const each of acts) payouts.stripe.act(payment, each);
    await payouts.settled();
  };
  return { id, payer, payment, at, wallet: () => balancesOf(server.db, payer.wallet) };
}

describe('a payout by Stripe', () => {
  it('is ordered as documented, held until it was posted, and counts as arrived from the day on which that is expected', async () => {
    const { id, payment, at, wallet, payer } = await ordered();
    const { reference } = await orderOf(id);
    const made = payouts.stripe.books.paymentOf(payment);
    expect(made).toMatchObject({
      amount: { value: 9500, currency: 'usd' },
      from: { financial_account: standInFinancialAccount },
      metadata: { ref: reference },
      recipient_notification: { setting: 'none' },
      status: 'processing',
    });
    expect(made.statement_descriptor).toMatch(/^Atrium P-\d+$/);
    expect(payouts.stripe.books.recipients.get(made.to.recipient)).toMatchObject({
      contact_email: payer.session.user.email,
      identity: {
        country: 'us',
        individual: {
          given_name: 'Ida',
          surname: 'Berg',
          address: { line1: '1 High Street, 62701', city: 'Springfield' },
        },
      },
    });
    expect(await wallet()).toEqual([40_000n, 10_000n]);
    await at('post');
    expect([await looks(id), await wallet()]).toEqual([['sent'], [40_000n, 0n]]);
    await payouts.watch(5 * day);
    expect(await looks(id)).toEqual(['completed']);
    // Stripe has posted it, and confirms no arrival.
    const [email] = await emailsTo(server, payer.session.user.email);
    expect(email?.subject).toBe('Your withdrawal is complete');
    expect(email?.plain).not.toContain('arrived');
  });

  it('pays a client again as the same recipient at the same account', async () => {
    const { id, payer } = await payouts.approved();
    await payouts.send(id);
    const to = async () => {
      const [latest = ''] = (await payouts.paymentsOf(id)).toReversed();
      const { recipient, payout_method: method } = payouts.stripe.books.paymentOf(latest).to;
      return [recipient, method];
    };
    const before = await to();
    const [first = ''] = await payouts.paymentsOf(id);
    payouts.stripe.act(first, 'fail');
    await payouts.settled();
    await payouts.send(id);
    expect(await payouts.paymentsOf(id)).toHaveLength(2);
    expect(await to()).toEqual(before);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 10_000n]);
  });

  it('is not offered for an account in another currency than its own', async () => {
    const { id } = await payouts.approved({ account: 'GB29NWBK60161331926819' });
    const { body } = await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id });
    expect(body.actions).toEqual(['mark_sent', 'fail']);
  });
});

describe('an order whose answer says nothing', () => {
  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'in_progress', 'too_many'] as const)(
    '%s: is made once, whichever call it meets',
    async (lie) => {
      for (const call of ['rules', 'recipient', 'method', 'send'] satisfies StripeCall[]) {
        const { id, payer } = await payouts.approved();
        payouts.lieIn(call, lie);
        payouts.stripe.lie('lost', 2);
        expect((await payouts.send(id)).body.payment.state).toBe('ordered');
        await payouts.watch(60_000);
        const made = await payouts.paymentsOf(id);
        expect(made).toHaveLength(1);
        payouts.stripe.honest();
        payouts.stripe.act(made[0] ?? '', 'arrive');
        await payouts.settled();
        await payouts.watch(3_600_000);
        expect(await looks(id)).toEqual(['completed']);
        expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
      }
    },
  );

  it('is repeated by its own key where Stripe does not list it yet', async () => {
    const { id } = await payouts.approved();
    payouts.lieIn('send', 'reset');
    payouts.stripe.lie('lost');
    await payouts.send(id);
    payouts.lieIn('list', 'not_listed');
    await payouts.watch(60_000);
    expect(await payouts.paymentsOf(id)).toHaveLength(1);
    const { reference, state } = await orderOf(id);
    const keys = sent().flatMap(({ body, headers }) => (body.includes(reference) ? [headers['idempotency-key']] : []));
    expect([state, keys]).toEqual(['accepted', [reference, reference]]);
  });

  it.each(['empty', 'html', 'wrong_types'] as const)('%s to the look-up: is not repeated', async (lie) => {
    const { id } = await payouts.approved();
    payouts.lieIn('send', 'reset');
    payouts.stripe.lie('lost');
    await payouts.send(id);
    const before = sent().length;
    payouts.lieIn('list', lie);
    await payouts.watch(60_000);
    expect(sent()).toHaveLength(before);
    await payouts.watch(3_600_000);
    expect(await orderOf(id)).toMatchObject({ state: 'accepted' });
  });

  it('is neither ended nor free to be paid otherwise by a refusal of what Stripe has made', async () => {
    const { id } = await payouts.approved();
    payouts.lieIn('send', 'made_but_refused');
    payouts.stripe.lie('lost');
    expect((await payouts.send(id)).body.payment.state).toBe('ordered');
    await payouts.watch(60_000);
    expect([await orderOf(id), await payouts.paymentsOf(id)]).toMatchObject([{ state: 'accepted' }, { length: 1 }]);
  });

  it('waits for a recipient that Stripe still looks at', async () => {
    const { id } = await payouts.approved();
    payouts.lieIn('recipient', 'recipient_pending');
    await payouts.send(id);
    expect([await looks(id), await payouts.paymentsOf(id)]).toEqual([['ordered'], []]);
    expect((await orderOf(id)).answer).toContain('determining_status');
    const [recipient] = [...payouts.stripe.books.recipients.values()].slice(-1);
    if (recipient) recipient.configuration.recipient.capabilities.bank_accounts.local.status = 'active';
    await payouts.watch(60_000);
    expect(await payouts.paymentsOf(id)).toHaveLength(1);
  });
});

describe('an order that Stripe does not carry out', () => {
  it('to a bank in another country than the one in which the client lives, before anything is sent', async () => {
    const { id } = await payouts.approved(undefined, 'DE');
    const before = payouts.stripe.calls.filter(({ method }) => method === 'POST').length;
    await payouts.send(id);
    expect(await looks(id)).toEqual(['approved', 'not_started']);
    expect((await orderOf(id)).answer).toContain('the client lives in DE');
    expect(payouts.stripe.calls.filter(({ method }) => method === 'POST')).toHaveLength(before);
  });

  it('is not refused by a method that was ineligible when it was made', async () => {
    const { id, payer } = await payouts.approved();
    payouts.lieIn('method', 'method_ineligible');
    await payouts.send(id);
    expect(await payouts.paymentsOf(id)).toHaveLength(1);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 10_000n]);
  });

  it.each([
    ['rules', 'country_gone', 'publishes no bank accounts in US'],
    ['recipient', 'recipient_restricted', 'requirements_past_due'],
    ['method', 'method_refused', 'The bank account is closed'],
    ['send', 'no_funds', 'Insufficient funds'],
  ] as const)('%s, %s: goes back to the queue with what it said', async (call, lie, answer) => {
    const { id } = await payouts.approved();
    payouts.lieIn(call, lie);
    await payouts.send(id);
    expect([await looks(id), await payouts.paymentsOf(id)]).toEqual([['approved', 'not_started'], []]);
    expect((await orderOf(id)).answer).toContain(answer);
  });

  it.each(['fail', 'cancel'] as const)('%s: also after it was accepted', async (act) => {
    const { id, at, wallet } = await ordered();
    await at('review', act);
    expect([await looks(id), await wallet()]).toEqual([
      ['approved', 'not_started'],
      [40_000n, 10_000n],
    ]);
  });
});

describe('a payout that comes back', () => {
  it('after it was completed gives the client everything back once', async () => {
    const { id, at, wallet } = await ordered();
    await at('arrive');
    expect(await payouts.stateOf(id)).toBe('completed');
    payouts.stripe.lie('five_times');
    await at('return');
    await payouts.watch(day);
    expect([await looks(id), await wallet()]).toEqual([
      ['failed', 'payout_returned'],
      [50_000n, 0n],
    ]);
  });

  it('is read without its recipient, who may be gone', async () => {
    const { id, at, payment } = await ordered();
    await at('arrive');
    payouts.stripe.books.recipients.delete(payouts.stripe.books.paymentOf(payment).to.recipient);
    await at('return');
    expect(await looks(id)).toEqual(['failed', 'payout_returned']);
  });

  it.each(['return_less', 'return_unbooked'] as const)(
    '%s: what the account did not get again stays sent, and is shown to staff',
    async (act) => {
      const { id, at, wallet } = await ordered();
      await at('post', act);
      expect([await looks(id), await wallet()]).toEqual([
        ['sent', 'amount'],
        [40_000n, 0n],
      ]);
    },
  );

  it('is given back soon after its entry is there, though it was not at first', async () => {
    const { id, at, wallet } = await ordered();
    await at('post', 'return_unbooked');
    await payouts.watch(2 * day);
    await at('book_return');
    expect(await payouts.stateOf(id)).toBe('sent');
    await payouts.watch(900_000);
    expect([await looks(id), await wallet()]).toEqual([
      ['failed', 'payout_returned'],
      [50_000n, 0n],
    ]);
  });
});

describe('a payout that differs from its order', () => {
  it.each([
    ['credit_less', 'amount'],
    ['debit_more', 'amount'],
    ['credit_otherwise', 'amount'],
    ['pay_another', 'payee'],
    ['pay_elsewhere', 'payee'],
  ] as const)('%s: is sent, shown to staff, and not completed by itself', async (act, finding) => {
    const { id, at } = await ordered();
    await at(act, 'arrive');
    expect(await looks(id)).toEqual(['sent', finding]);
  });

  it('twice under one reference: the second one is shown', async () => {
    const { id } = await payouts.approved();
    payouts.lieIn('send', 'twice');
    await payouts.send(id);
    await payouts.settled();
    const [first = ''] = await payouts.paymentsOf(id);
    payouts.stripe.act(first, 'arrive');
    await payouts.settled();
    await payouts.watch(3_600_000);
    expect(await looks(id)).toEqual(['completed', 'payout_unexpected']);
  });
});

describe('the events of Stripe', () => {
  it('newest first, in live mode, by the second signature, forged, and old', async () => {
    const { id, at, payment } = await ordered();
    payouts.stripe.lie('newest_first', 2);
    payouts.stripe.act(payment, 'arrive');
    payouts.stripe.honest();
    payouts.stripe.delivery.flush();
    await payouts.settled();
    expect(await payouts.stateOf(id)).toBe('completed');
    payouts.stripe.lie('live_mode');
    payouts.stripe.lie('second_signature');
    await at('return');
    expect(await payouts.stateOf(id)).toBe('failed');
    for (const lie of ['forged', 'old_signature'] as const) {
      const other = await ordered();
      const before = new Set(payouts.stripe.delivery.answers.keys());
      payouts.stripe.lie(lie);
      await other.at('post');
      const answers = [...payouts.stripe.delivery.answers].filter(([event]) => !before.has(event));
      expect(answers.map(([, [first]]) => first)).toEqual([401]);
    }
  });

  it('that are lost are made good by asking', async () => {
    const { id, payment } = await ordered();
    payouts.stripe.lie('lost', 3);
    payouts.stripe.act(payment, 'arrive');
    await payouts.watch(3_600_000);
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
