import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyPayments } from '#server/payments/verify.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import { asker, codeOf, newPayer, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let cards: Cards;
let ida: Payer;
let finance: Session;
let admin: Session;

beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
  admin = await server.register({ roles: ['client', 'admin'] });
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

const balance = async (payer = ida) => (await balancesOf(server.db, payer.wallet))[0];
const later = (ms: number) => server.clock.advance(ms);
const watch = () => server.app.jobs.run('payments.providers');

describe('a deposit by card', () => {
  it('is paid on the page of the provider and credited once, from what was read', async () => {
    const { id, session, state } = await cards.begin(ida);
    expect(state).toBe('awaiting_payment');
    expect(await balance()).toBe(0n);
    cards.stripe.act(session, 'pay');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('credited');
    expect(await balance()).toBe(10_000n);
    const { body } = await asker(server)('POST /api/payments/info', ida.session, { payment_id: id });
    expect(body.payment).toMatchObject({ method: 'card', account: 'Visa •••• 4242', next: null });
    expect(body.provider).toEqual({ state: 'ended', url: null });
    expect(body.reference).toMatch(/^DEP[2-9B-Z]{9}\d\d$/);
  });

  it('is credited at the return of the client, also when no event came', async () => {
    cards.stripe.lie('lost', 9);
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay');
    cards.stripe.honest();
    const { body } = await asker(server)('POST /api/payments/check-provider', ida.session, { payment_id: id });
    expect(body.payment.state).toBe('credited');
    expect(await balance()).toBe(10_000n);
  });

  it('is found by its regular check when neither event nor client came', async () => {
    cards.stripe.lie('lost', 9);
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay');
    cards.stripe.honest();
    later(3_700_000);
    await watch();
    expect(await cards.stateOf(id)).toBe('credited');
  });

  it('is offered only where a connection serves the client', async () => {
    const dane = await newPayer(server);
    const offers = async () =>
      (await asker(server)('POST /api/payments/methods', dane.session, {})).body.deposit.map(({ method }) => method);
    expect(await offers()).toContain('card');
    const change = (countries: string[]) =>
      server.db.tx(async (tx) => {
        await tx.run(sql`alter table connection disable trigger user`);
        const { openRow } = await import('#server/platform/secrets/row-macs.ts');
        await openRow(tx, server.config, 'connection', cards.connectionId, sql`j.id = ${cards.connectionId}`);
        await tx.run(sql`
          update connection set value = jsonb_set(value, '{countries}', ${JSON.stringify(countries)}::jsonb) where id = ${cards.connectionId}`);
        await tx.run(sql`alter table connection enable trigger user`);
      });
    await change(['NO']);
    expect(await offers()).not.toContain('card');
    const body = { wallet_id: dane.wallet.walletId, method: 'card', amount: '100' };
    expect(codeOf(await asker(server)('POST /api/payments/deposit', dane.session, body))).toBe('payments.method');
    await change([]);
  });
});

it('its money is not locked in where no withdrawal goes to a card', async () => {
  const terms = sql`method = 'card' and kind = 'withdrawal'`;
  await server.db.run(sql`create table kept_terms as select * from payment_terms where ${terms}`);
  await server.db.run(sql`delete from payment_terms where ${terms}`);
  const { session } = await cards.begin(ida);
  cards.stripe.act(session, 'pay');
  await cards.settled();
  const { body } = await asker(server)('POST /api/payments/methods', ida.session, {});
  expect([body.to_return, body.paid_cards]).toEqual([[], []]);
  await server.db.run(sql`insert into payment_terms select * from kept_terms`);
  await server.db.run(sql`drop table kept_terms`);
});

describe('the lies of any server', () => {
  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'locked'] as const)(
    '%s: the payment is begun once',
    async (lie) => {
      cards.stripe.lie(lie);
      const { id, session } = await cards.begin(ida);
      expect(session).toBe('');
      const own = () =>
        [...cards.stripe.books.sessions.values()].filter(({ client_reference_id: ref }) => ref === reference);
      const { reference } = await server.db.one<{ reference: string }>(
        sql`select reference from payment where id = ${id}`,
      );
      later(60_000);
      await watch();
      expect(own()).toHaveLength(1);
      cards.stripe.act(own()[0]?.id ?? '', 'pay');
      await cards.settled();
      expect(await cards.stateOf(id)).toBe('credited');
      expect(await balance()).toBe(10_000n);
    },
  );
});

it('asks the same at each attempt, whatever the client and the operator have changed since', async () => {
  cards.stripe.lie('too_many');
  const { id } = await cards.begin(ida);
  const asked = () => server.db.one(sql`select asked from provider_payment where payment_id = ${id}`);
  const first = await server.db.one<{ email: string; reference: string }>(
    sql`select c.email, p.reference from payment p join person c on c.id = p.client_id where p.id = ${id}`,
  );
  expect(await asked()).toMatchObject({ asked: { payer: { email: first.email, country: 'DE' } } });
  await server.db.run(
    sql`update person set email = 'new.' || email, language = 'cs' where id = ${ida.session.user.id}`,
  );
  later(60_000);
  await watch();
  const sessions = [...cards.stripe.books.sessions.values()];
  const own = sessions.filter(({ client_reference_id: ref }) => ref === first.reference);
  expect(own.map(({ customer_email: email }) => email)).toEqual([first.email]);
  expect(await asked()).toEqual({ asked: null });
});

describe('the lies of Stripe', () => {
  it('1: an event comes before the answer', async () => {
    cards.stripe.lie('paid_before_answer');
    const { id } = await cards.begin(ida);
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('credited');
    expect(await balance()).toBe(10_000n);
  });

  it('2: complete is not paid, and a debit may fail days later', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'debit');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('awaiting_payment');
    later(2 * 86_400_000);
    cards.stripe.act(session, 'debit_fails');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('failed');
    expect(await balance()).toBe(0n);
  });

  it('3, 4: events five times at once, and newest first', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.lie('newest_first', 1);
    cards.stripe.act(session, 'pay');
    cards.stripe.honest();
    cards.stripe.lie('five_times', 2);
    cards.stripe.delivery.flush();
    await cards.settled();
    cards.stripe.honest();
    expect(await cards.stateOf(id)).toBe('credited');
    expect(await balance()).toBe(10_000n);
  });

  it('5, 6: an old signature is refused, and a second one is accepted', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.lie('old_signature', 1);
    cards.stripe.lie('second_signature', 3);
    cards.stripe.act(session, 'pay');
    await cards.settled();
    const paid = cards.stripe.books.events.find(({ type }) => type === 'payment_intent.succeeded');
    cards.stripe.honest();
    expect(cards.stripe.delivery.answers.get(paid?.id ?? '')).toEqual([401, 200]);
    expect(await cards.stateOf(id)).toBe('credited');
  });

  it('7: another amount, or another currency, goes to staff', async () => {
    for (const act of ['underpay', 'pay_otherwise'] as const) {
      const { id, session } = await cards.begin(ida);
      cards.stripe.act(session, act);
      await cards.settled();
      expect(await cards.stateOf(id)).toBe('under_review');
      expect(await cards.findings(id)).toEqual(['amount']);
    }
    expect(await balance()).toBe(0n);
  });

  it('8: a dispute takes the money when the provider does, in whatever order its events come', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay');
    await cards.settled();
    cards.stripe.act(session, 'dispute');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('credited');
    expect(await cards.findings(id)).toEqual(['dispute']);
    cards.stripe.act(session, 'dispute_withdrawn');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['charged_back', 0n]);
    cards.stripe.lie('newest_first', 9);
    cards.stripe.act(session, 'dispute_won');
    cards.stripe.honest();
    cards.stripe.delivery.flush();
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    const history = await server.db.rows<{ state: string }>(
      sql`select state from payment_status_history where payment_id = ${id} order by id`,
    );
    expect(history.map(({ state }) => state).slice(-3)).toEqual(['credited', 'charged_back', 'credited']);
  });

  it('9: a refund that fails after it succeeded gives the money again', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay');
    await cards.settled();
    const body = { payment_id: id, reason: 'mistake', note: 'asked for' };
    const choices = await server.db.rows<{ code: string }>(
      sql`select code from reason where purpose = 'refund' and active`,
    );
    const refunded = await asker(server)('POST /api/staff/payments/refund', finance, {
      ...body,
      reason: choices[0]?.code,
    });
    expect(refunded.body.payment.state).toBe('refunded');
    expect(await balance()).toBe(0n);
    await cards.settled();
    expect([...cards.stripe.books.refunds.values()].map(({ amount, status }) => [amount, status]).at(-1)).toEqual([
      10_000,
      'succeeded',
    ]);
    cards.stripe.act(session, 'refund_fails');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['credited', 10_000n]);
    expect(await cards.findings(id)).toEqual(['refund_failed']);
  });

  it('10: a refund whose answer is lost is looked up, and made once', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay');
    await cards.settled();
    const choices = await server.db.rows<{ code: string }>(
      sql`select code from reason where purpose = 'refund' and active`,
    );
    const before = cards.stripe.books.refunds.size;
    cards.stripe.strike = (moment, path) => {
      if (moment === 'before' && path === '/v1/refunds') cards.stripe.lie('reset');
    };
    await asker(server)('POST /api/staff/payments/refund', finance, {
      payment_id: id,
      reason: choices[0]?.code,
      note: 'asked for',
    });
    cards.stripe.strike = () => {};
    expect(cards.stripe.books.refunds.size).toBe(before + 1);
    later(60_000);
    await watch();
    expect(cards.stripe.books.refunds.size).toBe(before + 1);
    const [refund] = await server.db.rows<{ state: string }>(
      sql`select state from provider_refund where payment_id = ${id}`,
    );
    expect(refund?.state).toBe('succeeded');
  });

  it('12: play money, and a reference of another, credit nothing', async () => {
    const { id, session } = await cards.begin(ida);
    Object.assign(cards.stripe.books, { live: true });
    cards.stripe.books.sessionOf(session).livemode = true;
    cards.stripe.act(session, 'pay');
    Object.assign(cards.stripe.books, { live: false });
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('under_review');
    expect(await cards.findings(id)).toEqual(['play_money']);
    const other = await cards.begin(ida);
    cards.stripe.books.sessionOf(other.session).client_reference_id = 'DEPANOTHER999';
    cards.stripe.act(other.session, 'pay');
    await cards.settled();
    expect(await cards.stateOf(other.id)).toBe('awaiting_payment');
    expect(await balance()).toBe(0n);
  });
});

describe('what ends otherwise', () => {
  it('expires with its session, and late money goes to staff', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'expire');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('expired');
  });

  it('is closed at the provider when the client cancels it; a race leaves the money to staff', async () => {
    const { id, session } = await cards.begin(ida);
    await asker(server)('POST /api/payments/cancel', ida.session, { payment_id: id });
    expect(cards.stripe.books.sessionOf(session).status).toBe('expired');
    const other = await cards.begin(ida);
    cards.stripe.books.sessionOf(other.session).status = 'complete';
    await asker(server)('POST /api/payments/cancel', ida.session, { payment_id: other.id });
    cards.stripe.books.sessionOf(other.session).status = 'open';
    cards.stripe.act(other.session, 'pay');
    await cards.settled();
    expect(await cards.stateOf(other.id)).toBe('under_review');
    expect(await cards.findings(other.id)).toEqual(['late']);
  });

  it('is credited by staff only within the limits, as it did not count while it had ended', async () => {
    const starter = await newPayer(server, 1);
    const { id, session } = await cards.begin(starter, '500');
    cards.stripe.books.sessionOf(session).status = 'complete';
    await asker(server)('POST /api/payments/cancel', starter.session, { payment_id: id });
    cards.stripe.books.sessionOf(session).status = 'open';
    await creditedByCard(cards, starter, '500');
    cards.stripe.act(session, 'pay');
    await cards.settled();
    expect(await cards.stateOf(id)).toBe('under_review');
    const credit = { payment_id: id, received: '500' };
    expect(codeOf(await asker(server)('POST /api/staff/payments/credit', finance, credit))).toBe('payments.limit_day');
    expect((await balancesOf(server.db, starter.wallet))[0]).toBe(50_000n);
  });

  it('cannot be reported as paid by its client', async () => {
    const { id } = await cards.begin(ida);
    const reported = await asker(server)('POST /api/payments/mark-as-paid', ida.session, { payment_id: id });
    expect(codeOf(reported)).toBe('payments.state');
  });
});

describe('findings', () => {
  it('are listed until a member of staff notes what was done', async () => {
    const { id, session } = await cards.begin(ida);
    cards.stripe.act(session, 'pay');
    cards.stripe.act(session, 'warn');
    await cards.settled();
    const request = asker(server);
    const { body } = await request('POST /api/staff/payments/findings', admin, {});
    const found = body.findings.find(({ payment }) => payment.id === id);
    expect(found).toMatchObject({ kind: 'fraud_warning', amount: '100.00', currency: 'USD' });
    const close = { finding_id: found?.id ?? '', note: 'called the client' };
    expect((await request('POST /api/staff/payments/close-finding', admin, close)).status).toBe(200);
    expect(codeOf(await request('POST /api/staff/payments/close-finding', admin, close))).toBe('http.not_found');
    const item = await request('POST /api/staff/payments/info', admin, { payment_id: id });
    expect(item.body.at_provider).toMatchObject({
      name: 'Cards',
      received: '100.00',
      holder: 'Ida Berg',
      card_country: 'DE',
    });
  });

  it('in a currency without known digits are shown by its code and its minor units', async () => {
    const { id } = await cards.begin(ida);
    await server.db.run(sql`
      update provider_payment set received = 500, received_currency = 'XAG', paid_at = ${server.clock.now()} where payment_id = ${id}`);
    const { body } = await asker(server)('POST /api/staff/payments/info', admin, { payment_id: id });
    expect(body.at_provider).toMatchObject({ received: null, received_minor: '500', received_currency: 'XAG' });
  });
});

describe('the database', () => {
  it('credits no card that its provider has not proved', async () => {
    const { id } = await cards.begin(ida);
    await expect(
      server.db.run(sql`update payment set state = 'credited', updated_at = ${server.clock.now()} where id = ${id}`),
    ).rejects.toThrow('not proved');
    await expect(server.db.run(sql`update provider_payment set live = true where payment_id = ${id}`)).rejects.toThrow(
      'cannot change',
    );
  });
});

describe('the books', () => {
  it('agree after all lies', async () => {
    const broken = [
      ...(await verifyLedger(server.db)).findings,
      ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
    ].filter(({ breach }) => breach);
    expect(broken).toEqual([]);
    const [credited] = await server.db.rows<{ sum: bigint }>(sql`
      select coalesce(sum(p.amount), 0)::bigint as sum from payment p join provider_payment v on v.payment_id = p.id
      where p.state = 'credited'`);
    const [notCredited] = await server.db.rows<{ sum: bigint }>(sql`
      select coalesce(sum(v.received), 0)::bigint as sum from payment p join provider_payment v on v.payment_id = p.id
      where p.state = 'under_review' and v.received_currency = 'USD'`);
    expect(credited?.sum).toBeGreaterThan(0n);
    expect(notCredited?.sum).toBeGreaterThan(0n);
  });
});
