import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openAdyen, type AdyenCards } from '#test/money/cards.ts';
import { asker, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: AdyenCards;
let ida: Payer;
let finance: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  await server.storeSessions();
  cards = await openAdyen(server);
});
beforeEach(async () => {
  cards.adyen.honest();
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const balance = async () => (await balancesOf(server.db, ida.wallet))[0];
const later = (ms: number) => server.clock.advance(ms);
const watch = () => server.app.jobs.run('payments.providers');
const referenceOf = async (id: string) =>
  (await server.db.one<{ reference: string }>(sql`select reference from payment where id = ${id}`)).reference;
const linksOf = async (id: string) => {
  const reference = await referenceOf(id);
  return [...cards.adyen.books.links.values()].filter((link) => link.reference === reference);
};

async function paid() {
  const { id, session } = await cards.begin(ida);
  cards.adyen.act(session, 'pay');
  await cards.settled();
  expect(await cards.stateOf(id)).toBe('credited');
  return { id, session };
}

async function refund(id: string) {
  const [choice] = await server.db.rows<{ code: string }>(
    sql`select code from reason where purpose = 'refund' and active`,
  );
  const body = { payment_id: id, reason: choice?.code ?? '', note: 'asked for' };
  return asker(server)('POST /api/staff/payments/refund', finance, body);
}

describe('a deposit by card', () => {
  it('is paid on the page of the provider and credited once, from what is signed', async () => {
    const { id, session, state } = await cards.begin(ida);
    expect(state).toBe('awaiting_payment');
    cards.adyen.act(session, 'pay');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    const { body } = await asker(server)('POST /api/payments/info', ida.session, { payment_id: id });
    expect(body.payment).toMatchObject({ method: 'card', account: expect.stringMatching(/^Visa •••• 1111 · P-\d+$/) });
    expect(body.provider).toEqual({ state: 'ended', url: null });
  });

  it('is credited after a declined attempt, when the client tries again', async () => {
    const { id, session } = await cards.begin(ida);
    cards.adyen.act(session, 'decline');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('awaiting_payment');
    cards.adyen.act(session, 'pay');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('credited');
  });

  it('expires with its link', async () => {
    const { id, session } = await cards.begin(ida);
    cards.adyen.act(session, 'expire');
    later(1_000_000);
    await watch();
    expect(await cards.stateOf(id)).toBe('expired');
  });

  it('whose link was used, but which nothing signed proves, is for staff', async () => {
    const { id, session } = await cards.begin(ida);
    cards.adyen.lie('lost');
    cards.adyen.act(session, 'pay');
    await cards.settled();
    await asker(server)('POST /api/payments/check-provider', ida.session, { payment_id: id });
    expect(await cards.stateOf(id)).toBe('awaiting_payment');
    cards.adyen.books.linkOf(session).expiresAt = server.clock.now().toISOString();
    later(1_000_000);
    await watch();
    expect([await cards.stateOf(id), await cards.findings(id)]).toEqual(['under_review', ['not_captured']]);
  });

  it('is closed at the provider when the client cancels it; money that comes is for staff', async () => {
    const { id, session } = await cards.begin(ida);
    await asker(server)('POST /api/payments/cancel', ida.session, { payment_id: id });
    const link = cards.adyen.books.linkOf(session);
    expect(link.status).toBe('expired');
    link.status = 'active';
    cards.adyen.act(session, 'pay');
    await cards.settled();
    expect([await cards.stateOf(id), await cards.findings(id)]).toEqual(['under_review', ['late']]);
  });
});

describe('the lies of any server', () => {
  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'in_progress', 'too_many'] as const)(
    '%s: the payment is begun once',
    async (lie) => {
      cards.adyen.lie(lie);
      const { id, session } = await cards.begin(ida);
      expect(session).toBe('');
      later(60_000);
      await watch();
      const links = await linksOf(id);
      expect(links).toHaveLength(1);
      cards.adyen.act(links[0]?.id ?? '', 'pay');
      await cards.settled();
      expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    },
  );

  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'in_progress'] as const)(
    '%s: a refund is made once',
    async (lie) => {
      const { id } = await paid();
      const before = cards.adyen.books.refunds.size;
      cards.adyen.onStrike((moment, path) => {
        if (moment === 'before' && path.endsWith('/refunds')) cards.adyen.lie(lie);
      });
      await refund(id);
      cards.adyen.onStrike(() => {});
      await cards.settled();
      for (let n = 0; n < 2; n++) {
        later(60_000);
        await watch();
        await cards.settled();
      }
      expect(cards.adyen.books.refunds.size).toBe(before + 1);
      const [made] = await server.db.rows<{ state: string }>(
        sql`select state from provider_refund where payment_id = ${id}`,
      );
      expect([made?.state, await cards.stateOf(id), await balance()]).toEqual(['succeeded', 'refunded', 0n]);
    },
  );
});

describe('the lies of Adyen', () => {
  it('2: another amount, or another currency, goes to staff', async () => {
    for (const act of ['underpay', 'pay_otherwise'] as const) {
      const { id, session } = await cards.begin(ida);
      cards.adyen.act(session, act);
      await cards.settled();
      expect([await cards.stateOf(id), await cards.findings(id)]).toEqual(['under_review', ['amount']]);
    }
    expect(await balance()).toBe(0n);
  });

  it('3: a dispute takes the money when the provider does, in whatever order its notifications come', async () => {
    const { id, session } = await cards.begin(ida);
    cards.adyen.lie('newest_first', 9);
    cards.adyen.act(session, 'pay');
    cards.adyen.act(session, 'dispute');
    cards.adyen.act(session, 'dispute_withdrawn');
    cards.adyen.honest();
    cards.adyen.delivery.flush();
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['charged_back', 0n]);
    cards.adyen.act(session, 'dispute_won');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    expect(await cards.findings(id)).toEqual(['dispute']);
    cards.adyen.act(session, 'dispute_lost');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['charged_back', 0n]);
  });

  it('follows a chargeback that names the payment by our reference alone', async () => {
    const { id, session } = await paid();
    const link = cards.adyen.books.linkOf(session);
    cards.adyen.books.emit('SECOND_CHARGEBACK', link, { amount: link.amount });
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['charged_back', 0n]);
  });

  it('4, 7: the same item again, and a broken one beside it, change nothing', async () => {
    const { id, session } = await cards.begin(ida);
    cards.adyen.lie('five_times');
    cards.adyen.lie('second_broken');
    cards.adyen.act(session, 'pay');
    await cards.settled();
    expect(
      cards.adyen.delivery.answers.get(cards.adyen.books.paymentOf(cards.adyen.books.linkOf(session)).pspReference),
    ).toEqual([200, 200, 200, 200, 200]);
    const events = await server.db.rows<{ ref: string }>(
      sql`select ref from inbox_event where ref in (${await referenceOf(id)}, 'DEPBROKEN')`,
    );
    expect(events).toHaveLength(1);
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
  });

  it('5, 6: of the other environment it is for staff, and of another account it is nothing', async () => {
    const live = await cards.begin(ida);
    cards.adyen.lie('other_mode');
    cards.adyen.act(live.session, 'pay');
    await cards.settled();
    expect([await cards.stateOf(live.id), await cards.findings(live.id)]).toEqual(['under_review', ['play_money']]);
    const other = await cards.begin(ida);
    cards.adyen.lie('other_account');
    cards.adyen.act(other.session, 'pay');
    await cards.settled();
    expect([await cards.stateOf(other.id), await balance()]).toEqual(['awaiting_payment', 0n]);
  });

  it('8: a refund that fails after it succeeded gives the money again', async () => {
    const { id, session } = await paid();
    const refunded = await refund(id);
    expect(refunded.body.payment.state).toBe('refunded');
    await cards.settled();
    later(7 * 86_400_000);
    cards.adyen.act(session, 'refund_fails');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    expect(await cards.findings(id)).toEqual(['refund_failed']);
  });

  it('11: the link of another deposit says nothing about this one', async () => {
    await paid();
    const { id } = await cards.begin(ida);
    cards.adyen.lie('other_link');
    await asker(server)('POST /api/payments/check-provider', ida.session, { payment_id: id });
    expect(await cards.stateOf(id)).toBe('awaiting_payment');
  });

  it('is credited once when it is paid before the order is answered', async () => {
    cards.adyen.lie('paid_before_answer');
    const { id } = await cards.begin(ida);
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
  });

  it('takes a refund on the pages of the provider, a warning of fraud and a failed capture to staff', async () => {
    const elsewhere = await paid();
    cards.adyen.act(elsewhere.session, 'refund_elsewhere');
    cards.adyen.act(elsewhere.session, 'warn');
    await cards.settled();
    expect(await cards.findings(elsewhere.id)).toEqual(['fraud_warning', 'refund_elsewhere']);
    const failed = await paid();
    cards.adyen.act(failed.session, 'capture_fails');
    await cards.settled();
    expect([await cards.stateOf(failed.id), await cards.findings(failed.id)]).toEqual(['charged_back', ['dispute']]);
  });
});

it('credits nothing before it is captured by hand', async () => {
  const byHand = await openAdyen(server, { settings: { manual_capture: true }, order: 1 });
  try {
    const { id, session } = await byHand.begin(ida);
    expect(byHand.adyen.books.linkOf(session).manualCapture).toBe(true);
    byHand.adyen.act(session, 'pay');
    await byHand.settled();
    expect(await byHand.stateOf(id)).toBe('awaiting_payment');
    byHand.adyen.act(session, 'capture');
    await byHand.settled();
    expect([await byHand.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
  } finally {
    await byHand.close();
    await server.app.jobs.run('connections.handle_events');
    await server.db.run(sql`update connection set state = 'off' where id = ${byHand.connectionId}`);
  }
});

it('is refunded and disputed after other events would be gone', async () => {
  const { id, session } = await paid();
  later(300 * 86_400_000);
  await server.app.jobs.run('connections.purge');
  await refund(id);
  await cards.settled();
  expect([await cards.stateOf(id), await balance()]).toEqual(['refunded', 0n]);
  cards.adyen.act(session, 'refund_fails');
  cards.adyen.act(session, 'dispute');
  cards.adyen.act(session, 'dispute_withdrawn');
  await cards.settled();
  expect(await cards.stateOf(id)).toBe('charged_back');
});

describe('the test of a connection', () => {
  const stepsOf = async (given: Parameters<typeof openAdyen>[1]) => {
    const other = await openAdyen(server, { order: 900, ...given });
    const tested = await (await server.app.connections.openDraft(other.connectionId))?.port.test();
    await other.close();
    return tested?.steps.map(({ name, ok, detail }) => `${name}: ${ok} ${detail}`);
  };

  it('passes, and says which part is wrong', async () => {
    expect(await stepsOf({})).toEqual([
      'HMAC key: true 64 hexadecimal digits',
      'read payment methods: true scheme, ideal',
      'take cards: true ok',
    ]);
    const account = { settings: { merchant_account: 'AnotherCOM' } };
    expect((await stepsOf(account))?.at(-1)).toBe('read payment methods: false 403 901 Invalid Merchant Account');
  });
});

it('the books agree after all lies', async () => {
  const broken = [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);
  expect(broken).toEqual([]);
});
