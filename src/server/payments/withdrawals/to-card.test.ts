import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { transferMoney } from '#server/trading/transfer-money.ts';
import { newId } from '#server/platform/id.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { emailsTo } from '#test/mailbox.ts';
import { cardDestination, creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  emailedCode,
  newPayer,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { balancesOf, deposit as credit } from '#test/money/wallet.ts';
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
  await cards.settled();
  cards.stripe.honest();
  cards.stripe.strike = () => {};
  ida = await newPayer(server);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const ask = <R extends Parameters<ReturnType<typeof asker>>[0]>(route: R, as: Session, body: object) =>
  asker(server)(route, as, body);

const deposit = (amount: string) => creditedByCard(cards, ida, amount);
const cardOf = (depositId: string) => cardDestination(server, ida, depositId);

const request = (destinationId: string, amount: string, { session, wallet } = ida) =>
  ask('POST /api/payments/withdraw', session, { wallet_id: wallet.walletId, destination_id: destinationId, amount });

async function approved(destinationId: string, amount: string, payer = ida): Promise<string> {
  const id = await submitted(server, payer, destinationId, amount);
  for (const act of ['assign', 'approve'] as const)
    await ask(`POST /api/staff/payments/${act}`, finance, { payment_id: id });
  return id;
}

/** A withdrawal that has arrived, with its mails. */
async function returned(card: string, amount: string): Promise<string> {
  const id = await approved(card, amount);
  await send(id);
  await cards.settled();
  await emailsTo(server, ida.session.user.email);
  server.clock.advance(1000);
  return id;
}

const send = (id: string) => ask('POST /api/staff/payments/send-payout', finance, { payment_id: id });
const refundsOf = (session: string) => {
  const payment = cards.stripe.books.paymentOf(cards.stripe.books.sessionOf(session));
  return [...cards.stripe.books.refunds.values()]
    .filter((each) => each.payment_intent === payment.id)
    .map(({ amount, status }) => [amount, status]);
};
const dues = async ({ session } = ida) => (await ask('POST /api/payments/methods', session, {})).body.to_return;
const balance = async (payer = ida) => (await balancesOf(server.db, payer.wallet))[0];
const proved = async () =>
  [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);
const heldBack = async (id: string) =>
  (await ask('POST /api/staff/payments/info', finance, { payment_id: id })).body.payment.held_back;
async function later(ms: number) {
  server.clock.advance(ms);
  await server.app.jobs.run('payments.providers');
}

describe('a withdrawal to a card', () => {
  it('is a part of its deposit that the provider refunds', async () => {
    const paid = await deposit('100');
    const id = await approved(await cardOf(paid.id), '60');
    const { body } = await send(id);
    expect(body).toMatchObject({ payment: { method: 'card' }, at_provider: { name: 'Cards' } });
    await cards.settled();
    expect(refundsOf(paid.session)).toEqual([[6000, 'succeeded']]);
    expect(await cards.stateOf(id)).toBe('completed');
    expect([await cards.stateOf(paid.id), await balance()]).toEqual(['credited', 4000n]);
    expect([...(await cards.findings(paid.id)), ...(await cards.findings(id))]).toEqual([]);
    expect(await dues()).toMatchObject([{ method: 'card', deposited: '100.00', returned: '60.00' }]);
    expect(await proved()).toEqual([]);
  });

  it('comes before any other destination, as far as the money came from the card', async () => {
    const paid = await deposit('100');
    const bank = await confirmedDestination(server, ida);
    expect(codeOf(await request(bank, '50'))).toBe('payments.return_to_source');
    await approved(await cardOf(paid.id), '100');
    expect(await dues()).toMatchObject([{ due: '0.00' }]);
  });

  it('is no more than one deposit can take back, and takes the one with the least left', async () => {
    const small = await deposit('40');
    const large = await deposit('100');
    const card = await cardOf(large.id);
    const refused = await request(card, '120');
    expect(codeOf(refused)).toBe('payments.card_takes_back');
    expect(JSON.stringify(refused.refusal)).toContain('100.00');
    const refunded = async (id: string) =>
      (await server.db.one<{ of: string }>(sql`select refunds_id as of from payment where id = ${id}`)).of;
    expect(await refunded(await submitted(server, ida, card, '30'))).toBe(small.id);
    expect(await refunded(await submitted(server, ida, card, '20'))).toBe(large.id);
    expect(codeOf(await request(card, '85'))).toBe('payments.card_takes_back');
    expect(await refunded(await submitted(server, ida, card, '80'))).toBe(large.id);
  });

  it('takes nothing more once all has gone back', async () => {
    const card = await cardOf((await deposit('100')).id);
    await submitted(server, ida, card, '100');
    await credit(server.db, ida.session.user.id, 10_000n, server.clock.now());
    const refused = await request(card, '50');
    expect(codeOf(refused)).toBe('payments.card_takes_nothing');
    expect(JSON.stringify(refused.refusal)).toContain('destination_id');
  });

  it('is checked again at its confirmation, and by the database', async () => {
    const paid = await deposit('100');
    const card = await cardOf(paid.id);
    const first = await request(card, '60');
    await submitted(server, ida, card, '50');
    await expect(
      server.db.run(sql`update payment set state = 'submitted' where id = ${first.body.payment.id}`),
    ).rejects.toMatchObject({ constraint: 'payment_card_takes_back' });
  });

  it('is confirmed only as often as its deposit suffices, however many are confirmed at once', async () => {
    const paid = await deposit('100');
    const card = await cardOf(paid.id);
    const drafts = [];
    for (let made = 0; made < 3; made += 1) {
      const { body } = await request(card, '40');
      drafts.push({ payment_id: body.payment.id, code: await emailedCode(server, ida) });
      server.clock.advance(1000);
    }
    const confirmed = await Promise.all(drafts.map((body) => ask('POST /api/payments/confirm', ida.session, body)));
    expect(confirmed.map(codeOf).filter((code) => code !== undefined)).toEqual(['payments.card_takes_back']);
    expect(await proved()).toEqual([]);
    const returned = sql`refunds_id = ${paid.id} and state = 'submitted'`;
    await forge(server.ownerUrl, sql`update payment set amount = amount * 2 where ${returned}`);
    expect((await proved()).map(({ invariant }) => invariant)).toContain(
      'no more goes back to a card than came from it',
    );
    await forge(server.ownerUrl, sql`update payment set amount = amount / 2 where ${returned}`);
  });

  it.each(['reset', 'empty', 'html', 'busy', 'wrong_types', 'locked'] as const)(
    '%s: it is refunded once',
    async (lie) => {
      const paid = await deposit('100');
      const id = await approved(await cardOf(paid.id), '60');
      cards.stripe.strike = (moment, path) => {
        if (moment === 'before' && path === '/v1/refunds') cards.stripe.lie(lie);
      };
      await send(id);
      cards.stripe.strike = () => {};
      await cards.settled();
      await later(120_000);
      await later(900_000);
      expect(refundsOf(paid.session)).toEqual([[6000, 'succeeded']]);
      expect(await cards.stateOf(id)).toBe('completed');
    },
  );

  it('that the card refuses later gives the money again, and the card is no source any more', async () => {
    const paid = await deposit('100');
    const id = await approved(await cardOf(paid.id), '60');
    await send(id);
    await cards.settled();
    cards.stripe.act(paid.session, 'refund_fails');
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['failed', 10_000n]);
    expect(await cards.findings(id)).toEqual(['payout_returned']);
    expect(await dues()).toMatchObject([{ method: 'card', due: '0.00' }]);
    expect((await request(await confirmedDestination(server, ida), '100')).status).toBe(200);
    expect(await proved()).toEqual([]);
  });

  it('that the provider refuses goes back to staff', async () => {
    const paid = await deposit('100');
    const id = await approved(await cardOf(paid.id), '60');
    cards.stripe.lie('lost', 9);
    cards.stripe.act(paid.session, 'refund_elsewhere');
    cards.stripe.honest();
    await send(id);
    expect(await cards.stateOf(id)).toBe('approved');
    expect(await cards.findings(id)).toEqual(['not_started']);
    expect(refundsOf(paid.session)).toHaveLength(1);
  });

  it('is not sent once its deposit is disputed', async () => {
    const paid = await deposit('100');
    await credit(server.db, ida.session.user.id, 10_000n, server.clock.now());
    const id = await approved(await cardOf(paid.id), '60');
    cards.stripe.act(paid.session, 'dispute');
    await cards.settled();
    expect(codeOf(await send(id))).toBe('payments.state');
    const { body } = await ask('POST /api/staff/payments/info', finance, { payment_id: id });
    expect(body.actions).not.toContain('send_payout');
    expect(refundsOf(paid.session)).toEqual([]);
  });

  it('leaves as much in the wallets as the client disputes, until the bank has decided', async () => {
    const paid = await deposit('20');
    await credit(server.db, ida.session.user.id, 5000n, server.clock.now());
    const bank = await confirmedDestination(server, ida);
    cards.stripe.act(paid.session, 'dispute');
    await cards.settled();
    const refused = await request(bank, '50.01');
    expect(codeOf(refused)).toBe('payments.disputed');
    expect(JSON.stringify(refused.refusal)).toContain('20.00');
    const [id, drafted] = [await approved(bank, '40'), await request(bank, '10')];
    expect(await heldBack(id)).toBeNull();

    const account = await openTradingAccount(server.app, ida.session.user, { currency_id: 'USD' });
    await transferMoney(server.app, ida.session.user, {
      direction: 'in',
      walletId: ida.wallet.walletId,
      accountNumber: account.trading_account_id,
      amountIn: () => 1001n,
      key: newId(),
    });
    expect(await heldBack(id)).toBe('dispute');
    expect(codeOf(await ask('POST /api/staff/payments/mark-sent', finance, { payment_id: id }))).toBe(
      'payments.withdrawal_blocked',
    );
    const confirm = { payment_id: drafted.body.payment.id, code: await emailedCode(server, ida) };
    expect(codeOf(await ask('POST /api/payments/confirm', ida.session, confirm))).toBe('payments.disputed');
    cards.stripe.act(paid.session, 'dispute_won');
    await cards.settled();
    expect(await heldBack(id)).toBeNull();
  });

  it('leaves a rest that the bank may take back, and give again', async () => {
    const paid = await deposit('100');
    const id = await approved(await cardOf(paid.id), '60');
    await send(id);
    await cards.settled();
    expect([await cards.stateOf(id), await balance()]).toEqual(['completed', 4000n]);
    cards.stripe.act(paid.session, 'dispute');
    cards.stripe.act(paid.session, 'dispute_withdrawn');
    await cards.settled();
    expect([await cards.stateOf(paid.id), await balance()]).toEqual(['charged_back', 0n]);
    expect(await cards.findings(paid.id)).toEqual(['dispute']);
    expect(await proved()).toEqual([]);
    cards.stripe.act(paid.session, 'dispute_won');
    await cards.settled();
    expect([await cards.stateOf(paid.id), await balance()]).toEqual(['credited', 4000n]);
    expect(await proved()).toEqual([]);
  });

  it('that fails after the bank took the rest of its deposit gives the client the money', async () => {
    const paid = await deposit('100');
    const id = await approved(await cardOf(paid.id), '60');
    await send(id);
    await cards.settled();
    cards.stripe.act(paid.session, 'dispute');
    cards.stripe.act(paid.session, 'dispute_withdrawn');
    await cards.settled();
    cards.stripe.act(paid.session, 'refund_fails');
    await cards.settled();
    expect([await cards.stateOf(id), await cards.stateOf(paid.id), await balance()]).toEqual([
      'failed',
      'charged_back',
      6000n,
    ]);
    expect(await proved()).toEqual([]);
  });

  it('is not sent when its deposit is disputed after the order', async () => {
    const paid = await deposit('100');
    await credit(server.db, ida.session.user.id, 10_000n, server.clock.now());
    const id = await approved(await cardOf(paid.id), '60');
    cards.stripe.strike = (moment, path) => {
      if (moment === 'before' && path === '/v1/refunds') cards.stripe.lie('locked');
    };
    await send(id);
    cards.stripe.strike = () => {};
    expect([await cards.stateOf(id), refundsOf(paid.session)]).toEqual(['ordered', []]);
    cards.stripe.act(paid.session, 'dispute');
    await cards.settled();
    await later(120_000);
    await later(900_000);
    expect([await cards.stateOf(id), refundsOf(paid.session)]).toEqual(['ordered', []]);
  });

  it('is followed also when more than ten refunds of its deposit came after it', async () => {
    const paid = await deposit('100');
    const card = await cardOf(paid.id);
    const first = await returned(card, '1');
    for (let more = 0; more < 10; more++) await returned(card, '2');
    expect(refundsOf(paid.session)).toHaveLength(11);
    cards.stripe.act(paid.session, 'first_refund_fails');
    await cards.settled();
    expect(await cards.stateOf(first)).toBe('failed');
  });

  it('locks in nothing: no more is due than the card can still take back', async () => {
    const paid = await deposit('100');
    await submitted(server, ida, await cardOf(paid.id), '99.50');
    expect(await dues()).toMatchObject([{ deposited: '100.00', returned: '99.50', due: '0.00' }]);
    const other = await deposit('100');
    expect(await dues()).toMatchObject([{ due: '100.00' }]);
    cards.stripe.act(other.session, 'refund_elsewhere');
    await cards.settled();
    expect(await dues()).toMatchObject([{ due: '0.00' }]);
    expect((await request(await confirmedDestination(server, ida), '50')).status).toBe(200);
  });

  it('keeps its deposit from being reversed, at the request and at the decision', async () => {
    const paid = await deposit('100');
    await credit(server.db, ida.session.user.id, 10_000n, server.clock.now());
    const card = await cardOf(paid.id);
    const admin = await server.register({ roles: ['client', 'admin'] });
    const { body: item } = await ask('POST /api/staff/payments/info', finance, { payment_id: paid.id });
    expect(item.actions).toContain('reverse');
    const [choice] = await server.db.rows<{ code: string }>(
      sql`select code from reason where purpose = 'reversal' and active`,
    );
    const proof = { operation_id: item.operation_id, reason: choice?.code, current_password: finance.password };
    const reverse = () => ask('POST /api/staff/payments/reverse', finance, { ...proof, note: 'wrong client' });
    const proposed = (await reverse()).body.payment.id;
    await returned(card, '60');
    const decide = (decision: string, more = {}) =>
      ask('POST /api/staff/payments/decide-adjustment', admin, { payment_id: proposed, decision, ...more });
    expect(codeOf(await decide('approve'))).toBe('payments.partly_returned');
    await expect(server.db.run(sql`update payment set state = 'reversed' where id = ${paid.id}`)).rejects.toMatchObject(
      { constraint: 'payment_partly_returned' },
    );
    expect((await balancesOf(server.db, ida.wallet))[0]).toBe(14_000n);
    await server.db.run(sql`update payment set state = 'rejected' where id = ${proposed}`);
    expect(codeOf(await reverse())).toBe('payments.partly_returned');
    const { body: after } = await ask('POST /api/staff/payments/info', finance, { payment_id: paid.id });
    expect(after.actions).not.toContain('reverse');
  });

  it('keeps its deposit from being refunded as a whole', async () => {
    const paid = await deposit('100');
    await submitted(server, ida, await cardOf(paid.id), '60');
    const [choice] = await server.db.rows<{ code: string }>(
      sql`select code from reason where purpose = 'refund' and active`,
    );
    const body = { payment_id: paid.id, reason: choice?.code, note: 'asked for' };
    expect(codeOf(await ask('POST /api/staff/payments/refund', finance, body))).toBe('payments.partly_returned');
    const { body: item } = await ask('POST /api/staff/payments/info', finance, { payment_id: paid.id });
    expect(item.actions).toContain('refund');
    expect(item.actions).not.toContain('charge_back');
    const bank = { ...body, reason: 'charge_back' };
    expect(codeOf(await ask('POST /api/staff/payments/charge-back', finance, bank))).toBe('payments.state');
    await expect(server.db.run(sql`update payment set state = 'refunded' where id = ${paid.id}`)).rejects.toMatchObject(
      { constraint: 'payment_partly_returned' },
    );
  });
});

it('a card without a fingerprint is no source, as nothing names it', async () => {
  const paid = await deposit('100');
  await server.db.run(sql`update payment set source = null where id = ${paid.id}`);
  expect(await dues()).toEqual([]);
});

it('nothing is sent of a deposit that was changed past the program', async () => {
  const paid = await deposit('100');
  const id = await approved(await cardOf(paid.id), '60');
  await forge(server.ownerUrl, sql`update payment set created_at = created_at - interval '1 s' where id = ${paid.id}`);
  expect(codeOf(await send(id))).toBe('payments.state');
  expect(refundsOf(paid.session)).toEqual([]);
});
