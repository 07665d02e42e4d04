import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { providerEndpoints } from '#contract/payments/provider-endpoints.ts';
import { payoutEndpoints } from '#contract/payments/payouts/endpoints.ts';
import { paymentsStaffEndpoints } from '#contract/payments/staff-endpoints.ts';
import { post } from '#server/ledger/post.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { cardDestination, creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import * as money from '#test/money/payments.ts';
import { external } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { addFinding } from '../providers/findings.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf({ ...paymentsStaffEndpoints, ...payoutEndpoints, ...providerEndpoints });

/** Every action on a payment takes two people. */
let server: TestServer;
let cards: Cards;
let ines: money.Payer;
let paul: Session;
let olga: Session;
let ida: money.Payer;
/** What Ines has paid in herself, and a payment of a client that has ended well. */
let own: string;
let credited: string;
beforeAll(async () => {
  server = await startServer();
  await money.openBank(server);
  ines = await money.newPayer(server);
  await server.db.run(sql`update person set roles = '{client,finance}' where id = ${ines.session.user.id}`);
  paul = await server.register({ roles: ['client', 'admin'] });
  olga = await server.register({ roles: ['client', 'finance'] });
  await server.db.run(sql`update payment_setting set second_approver_from = 1`);
  cards = await openCards(server);
  own = await money.paidByCard(server, ines, '20');
});
beforeEach(async () => {
  ida = await money.newPayer(server, 3, 100_000n);
  credited = await money.paidByCard(server, ida, '20');
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

type Act =
  | 'assign'
  | 'approve'
  | 'reject'
  | 'send-payout'
  | 'mark-sent'
  | 'complete'
  | 'fail'
  | 'credit'
  | 'refund'
  | 'charge-back';

/** Calls one endpoint as Ines, or as another; every call has the same input besides the payment. */
const actor =
  (name: Act | 'decide-adjustment', input: object = {}) =>
  (payment_id: string, more: object = {}, as: Session = ines.session, key?: string) =>
    money.asker(server)(`POST /api/staff/payments/${name}`, as, { payment_id, ...input, ...more }, key);

/** The calls that every action refuses first, on a key that was used and on payments that it never gets. */
async function refusedFirst(act: ReturnType<typeof actor>, wrong: object = {}) {
  const key = randomUUID();
  const body = { wallet_id: ida.wallet.walletId, direction: 'give', amount: '1', category: 'goodwill', note: 'For it' };
  await money.asker(server)('POST /api/staff/payments/adjust', ines.session, body, key);
  return [
    () => act(none, wrong, ines.session, key),
    () => act(none, wrong),
    () => act(own, wrong),
    () => act(credited, wrong),
  ];
}

const run = (statement: Sql) => server.db.run(statement);
const inReview = async (amount: string) => {
  const card = await money.confirmedDestination(server, ida, money.card);
  const id = await money.submitted(server, ida, card, amount);
  await actor('assign')(id);
  return id;
};

const clientOf = () => ida.session.user.id;
const restricted = (kind = 'withdrawal') => sql`
  insert into payment_restriction (client_id, kind, reason, set_by, set_at)
  values (${clientOf()}, ${kind}, 'under_inquiry', ${paul.user.id}, ${server.clock.now()})`;
const lifted = () => sql`delete from payment_restriction where client_id = ${clientOf()}`;
const frozen = (at: Date | null) => sql`update person set frozen_at = ${at} where id = ${clientOf()}`;

meets('payments.assign', () => refusedFirst(actor('assign')));
meets('payments.complete', () => refusedFirst(actor('complete')));

meets('payments.approve', async () => {
  const approve = actor('approve');
  const id = await inReview('50');
  await approve(id);
  await run(restricted());
  await run(frozen(server.clock.now()));
  return [
    ...(await refusedFirst(approve)),
    () => approve(id).finally(() => run(lifted())),
    () => approve(id).finally(() => run(frozen(null))),
    () => approve(id),
  ];
});

meets('payments.reject', async () => {
  const reject = actor('reject', { reason: 'returned_by_bank' });
  const id = await money.reported(server, ida, '50');
  return [...(await refusedFirst(reject)), () => reject(id)];
});

const approved = async (amount: string) => {
  const id = await inReview(amount);
  for (const as of [ines.session, paul]) await actor('approve')(id, {}, as);
  return id;
};

/** What sending refuses, by hand or by a provider. */
async function refusedSending(send: ReturnType<typeof actor>, id: string) {
  const fee = (change: Sql) => forge(server.ownerUrl, sql`update payment set fee = fee + ${change} where id = ${id}`);
  await run(restricted());
  await run(frozen(server.clock.now()));
  await fee(sql`1`);
  return [
    ...(await refusedFirst(send)),
    () => send(id).finally(() => fee(sql`-1`)),
    () => send(id).finally(() => run(lifted())),
    () => send(id).finally(() => run(frozen(null))),
  ];
}

/** Met in `payouts/staff-decide.test.ts`, as it takes a call to a provider. */
const duringCalls = ['payments.payout_under_way'];

meets('payments.mark_sent', async () => refusedSending(actor('mark-sent'), await approved('50')), duringCalls);

meets('payments.send_payout', async () => refusedSending(actor('send-payout'), await approved('50')));

meets(
  'payments.fail',
  async () => {
    const fail = actor('fail');
    const id = await approved('50');
    await actor('mark-sent')(id);
    await fail(id, { reason: 'returned_by_bank' });
    return [
      ...(await refusedFirst(fail, { reason: 'none' })),
      () => fail(id, { reason: 'none' }),
      () => fail(id, { reason: 'returned_by_bank' }),
    ];
  },
  duringCalls,
);

meets('payments.credit_deposit', async () => {
  const credit = actor('credit');
  const id = await money.reported(server, ida, '50');
  await credit(id, { received: '60' });
  const limit = (set: Sql) => sql`update payment_limit set ${set} where level = 3 and kind = 'deposit'`;
  const level = (to: number) => sql`update person set verification_level = ${to} where id = ${clientOf()}`;
  await run(level(0));
  await run(limit(sql`per_operation = 1, per_day = 1, per_month = 1`));
  const more = () => credit(id, { received: '70' });
  return [
    ...(await refusedFirst(credit, { received: '0.001' })),
    () => credit(id, { received: '70.001' }),
    () => credit(id, { received: '0' }),
    () => more().finally(() => run(level(3))),
    () => more().finally(() => run(limit(sql`per_operation = null`))),
    () => more().finally(() => run(limit(sql`per_day = null`))),
    () => more().finally(() => run(limit(sql`per_month = null`))),
    () => more(),
    () => credit(id, { received: '60' }),
  ];
});

const byCard = async () => (await creditedByCard(cards, ida, '20')).id;
const returnPartOf = async (id: string) => money.submitted(server, ida, await cardDestination(server, ida, id), '10');

/** Met in `screening/payments.test.ts`, as it takes a hit. */
const duringHits = ['payments.paused'];

meets(
  'payments.refund',
  async () => {
    const refund = actor('refund', { reason: 'third_party', note: 'Of another' });
    const id = await money.paidByCard(server, ida, '100');
    await refund(id);
    const announced = await money.reported(server, ida, '50');
    const part = await byCard();
    await returnPartOf(part);
    await refund(part);
    return [
      ...(await refusedFirst(refund, { reason: 'none' })).slice(0, 3),
      () => refund(announced, { reason: 'none' }),
      () => refund(id, { reason: 'none' }),
      () => refund(id),
      () => refund(part, {}, paul),
      async () => {
        await adjustAway('1100');
        return refund(id, {}, paul);
      },
    ];
  },
  duringHits,
);

meets('payments.charge_back', async () => {
  const chargeBack = actor('charge-back', { reason: 'charge_back', note: 'The bank says so' });
  await chargeBack(credited);
  const announced = await money.reported(server, ida, '50');
  return [
    ...(await refusedFirst(chargeBack, { reason: 'none' })).slice(0, 3),
    () => chargeBack(announced, { reason: 'none' }),
    () => chargeBack(credited, { reason: 'none' }),
    () => chargeBack(credited),
  ];
});

const adjust = (input: object = {}, as: Session = ines.session, key?: string) => {
  const body = {
    wallet_id: ida.wallet.walletId,
    direction: 'give',
    amount: '50',
    category: 'goodwill',
    note: 'For it',
  };
  return money.asker(server)('POST /api/staff/payments/adjust', as, { ...body, ...input }, key);
};
/** Takes money from the client's wallet. */
async function adjustAway(amount: string) {
  const { body } = await adjust({ direction: 'take', amount });
  for (const as of [paul, olga]) await actor('decide-adjustment')(body.payment.id, { decision: 'approve' }, as);
}

meets('payments.adjust', async () => {
  const key = randomUUID();
  await adjust({}, ines.session, key);
  const wrong = { wallet_id: none, amount: '0.001' };
  return [
    () => adjust(wrong, ines.session, key),
    () => adjust(wrong),
    () => adjust({ ...wrong, wallet_id: ines.wallet.walletId }),
    () => adjust({ amount: '0.001' }),
    () => adjust({ amount: '0' }),
  ];
});

const proposed = async (input: object = {}, as = paul) => (await adjust(input, as)).body.payment.id;
const reverse = (operation_id: string, more: object = {}, as: Session = ines.session, key?: string) =>
  money.asker(server)(
    'POST /api/staff/payments/reverse',
    as,
    { operation_id, reason: 'booked_in_error', note: 'Of another', current_password: as.password, ...more },
    key,
  );
const operationOf = async (payment_id: string) =>
  (await money.asker(server)('POST /api/staff/payments/info', paul, { payment_id })).body.operation_id ?? '';

meets('payments.decide_adjustment', async () => {
  const decide = actor('decide-adjustment', { decision: 'approve' });
  const rejected = { decision: 'reject', reason: 'none' };
  const ofOwn = await proposed({ wallet_id: ines.wallet.walletId });
  const [asked, id] = [await proposed({}, ines.session), await proposed()];
  await decide(id);
  const tooMuch = await proposed({ direction: 'take', amount: '5000' });
  const spent = (await reverse(await operationOf(credited), {}, paul)).body.payment.id;
  const card = await byCard();
  const parted = (await reverse(await operationOf(card), {}, paul)).body.payment.id;
  for (const each of [tooMuch, spent, parted]) await decide(each, {}, olga);
  await returnPartOf(card);
  await adjustAway('1020');
  const [mismatch, unknown] = await refusedFirst(decide, rejected);
  return [
    mismatch!,
    unknown!,
    () => decide(ofOwn, rejected),
    () => decide(asked, rejected),
    () => decide(credited, rejected),
    () => decide(id, rejected),
    () => decide(id),
    () => decide(parted),
    () => decide(spent),
    () => decide(tooMuch),
  ];
});

/** An operation of the client's wallet that no payment made. */
const posted = async (kind: 'ipo' | 'transfer_to_trading' | 'conversion') => {
  const { id } = await server.db.tx((tx) =>
    post(tx, { scope: 'test', key: randomUUID(), kind, at: server.clock.now() }, [
      { account: external.code, amountMinor: 1n },
      { account: ida.wallet.available, amountMinor: -1n },
    ]),
  );
  return id;
};

meets(
  'payments.reverse',
  async () => {
    const key = randomUUID();
    const [twice, refunded] = [await operationOf(credited), await money.paidByCard(server, ida, '20')];
    await reverse(twice, {}, ines.session, key);
    for (const as of [ines.session, paul])
      await actor('refund', { reason: 'third_party', note: 'Of another' })(refunded, {}, as);
    const last = await operationOf(await money.paidByCard(server, ida, '20'));
    const hold = await server.db.one<{ id: string }>(
      sql`select hold_id as id from payment where id = ${await inReview('20')}`,
    );
    const [ended, part] = [await operationOf(refunded), await byCard()];
    await returnPartOf(part);
    const wrong = { reason: 'none' };
    const ofOther = [await posted('ipo'), await posted('transfer_to_trading')];
    await adjustAway('1010');
    return [
      () => reverse(none, { ...wrong, current_password: 'not this one' }, ines.session, key),
      () => reverse(none, { ...wrong, current_password: 'not this one' }),
      () => reverse(none, wrong),
      ...ofOther.map((id) => () => reverse(id, wrong)),
      async () => reverse(await operationOf(own), wrong),
      () => reverse(hold.id, wrong),
      async () => reverse(await posted('conversion'), wrong),
      () => reverse(twice, wrong),
      () => reverse(ended, wrong),
      async () => reverse(await operationOf(part), wrong),
      () => reverse(last, wrong),
      () => reverse(last),
    ];
  },
  ofOtherProofs,
);

meets('payments.close_finding', async () => {
  const { id } = await cards.begin(ines);
  await server.db.tx((tx) => addFinding(server.app, tx, { paymentId: id, kind: 'late', at: server.clock.now() }));
  const finding = await server.db.one<{ id: string }>(sql`select id from provider_finding where payment_id = ${id}`);
  const close = (finding_id: string) =>
    server.call('POST /api/staff/payments/close-finding', { as: ines.session, body: { finding_id, note: 'Seen.' } });
  return [
    () => close(none),
    () => close(finding.id),
    async () => {
      const paymentId = await approved('50');
      const { clock, app, db } = server;
      await db.tx((tx) => addFinding(app, tx, { paymentId, kind: 'payout_unexpected', at: clock.now() }));
      const open = await db.one<{ id: string }>(sql`select id from provider_finding where payment_id = ${paymentId}`);
      return close(open.id);
    },
  ];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
