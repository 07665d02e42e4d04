import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { proofsPerPayment } from '#contract/kernel/file-rules.ts';
import { paymentsEndpoints } from '#contract/payments/endpoints.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { countHit } from '#server/platform/http/limits/rate-limit.ts';
import { newId } from '#server/platform/id.ts';
import { forge } from '#test/database/forge.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { png, upload } from '#test/files/upload.ts';
import { emailedToken } from '#test/mailbox.ts';
import { bitcoinAddress } from '#test/money/btcpay-payouts.ts';
import { cardDestination, creditedByCard, openCards, type Cards } from '#test/money/cards.ts';
import * as money from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const none = randomUUID();
const { meets, unmet } = refusalsOf(paymentsEndpoints);

let server: TestServer;
let ask: ReturnType<typeof money.asker>;
let finance: Session;
let cards: Cards;
let ida: money.Payer;
beforeAll(async () => {
  server = await startServer();
  ask = money.asker(server);
  finance = await server.register({ roles: ['client', 'finance'] });
  cards = await openCards(server);
});
beforeEach(async () => {
  await server.db.run(sql`delete from rate_window`);
  await money.openBank(server);
  ida = await money.newPayer(server, 3, 100_000n);
});
afterAll(async () => {
  await cards.close();
  await server.close();
});

const deposit = (body: object, key?: string) =>
  ask('POST /api/payments/deposit', ida.session, { wallet_id: ida.wallet.walletId, ...body }, key);
const withdraw = (destination_id: string, amount: string, key?: string, wallet_id = ida.wallet.walletId) =>
  ask('POST /api/payments/withdraw', ida.session, { wallet_id, destination_id, amount }, key);
const pending = async (destination: string, amount: string) => (await withdraw(destination, amount)).body.payment.id;
const cancel = (payment_id: string, key?: string) => ask('POST /api/payments/cancel', ida.session, { payment_id }, key);

let settingNumber = 1;
/** As two administrators would set it. */
async function secondFactor(value: 'must' | 'choice') {
  settingNumber += 1;
  await server.db.run(sql`
    insert into setting_version (id, key, number, was, value, created_at)
    values (${newId()}, 'security.withdrawal_second_factor', ${settingNumber}, '"choice"', ${JSON.stringify(value)}::text::jsonb,
            ${server.clock.now()})`);
  await server.app.settings.reload();
}

interface Cause {
  come: Sql | (() => Promise<void>);
  go: Sql | (() => Promise<void>);
}

/** Why the client may make no payment, in the order of the checks. */
function causesOf(kind: 'deposit' | 'withdrawal'): Cause[] {
  const client = ida.session.user.id;
  const limit = (set: Sql) => sql`update payment_limit set ${set} where level = 3 and kind = ${kind}`;
  const level = (to: number) => sql`update person set verification_level = ${to} where id = ${client}`;
  const changed = (at: Date | null) => sql`update person set security_changed_at = ${at} where id = ${client}`;
  const restriction = {
    come: sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      values (${client}, ${kind}, 'under_inquiry', ${finance.user.id}, ${server.clock.now()})`,
    go: sql`delete from payment_restriction where client_id = ${client}`,
  };
  const ofWithdrawals = kind === 'withdrawal';
  return [
    restriction,
    ...(ofWithdrawals ? [{ come: () => secondFactor('must'), go: () => secondFactor('choice') }] : []),
    { come: level(0), go: level(3) },
    ...(ofWithdrawals ? [{ come: changed(server.clock.now()), go: changed(null) }] : []),
    { come: limit(sql`per_operation = 100`), go: limit(sql`per_operation = null`) },
    { come: limit(sql`per_day = 100`), go: limit(sql`per_day = null`) },
    { come: limit(sql`per_month = 100`), go: limit(sql`per_month = null`) },
  ];
}

const run = async (change: Sql | (() => Promise<void>)): Promise<unknown> =>
  typeof change === 'function' ? change() : server.db.run(change);

/** Lets all causes come. As many calls follow; after each of them one cause goes. */
async function forbid<T>(kind: 'deposit' | 'withdrawal', call: () => Promise<T>): Promise<(() => Promise<T>)[]> {
  const causes = causesOf(kind);
  for (const { come } of causes) await run(come);
  return causes.map(
    ({ go }) =>
      async () =>
        call().finally(() => run(go)),
  );
}

meets('payments.deposit', async () => {
  const key = randomUUID();
  await deposit({ method: 'sandbox', amount: '20', card: money.card }, key);
  await server.db.run(sql`delete from payment_bank_account`);
  const wrong = { method: 'sandbox', card: 'none' };
  const forbidden = await forbid('deposit', () => deposit({ ...wrong, amount: '20', card: money.card }));
  return [
    () => deposit({ ...wrong, amount: '0.001', wallet_id: none }, key),
    () => deposit({ ...wrong, method: 'bank_transfer', amount: '0.001', wallet_id: none }),
    () => deposit({ ...wrong, method: 'bank_transfer', amount: '0.001' }),
    () => deposit({ ...wrong, amount: '0.001' }),
    () => deposit({ ...wrong, amount: '0' }),
    () => deposit({ ...wrong, amount: '1000000.01' }),
    () => deposit({ ...wrong, amount: '20' }),
    ...forbidden,
    async () => {
      cards.stripe.lie('reset');
      const byCard = { method: 'card', amount: '100' };
      const again = randomUUID();
      const { id } = (await deposit(byCard, again)).body.payment;
      cards.stripe.honest();
      await changeSource(id);
      server.clock.advance(60_000);
      return deposit(byCard, again);
    },
  ];
});

/** Past the program, as one who can write to the database would. */
const changeSource = (id: string) =>
  forge(server.ownerUrl, sql`update payment set source = 'another card' where id = ${id}`);

meets('payments.check_provider', async () => {
  const { id, session } = await cards.begin(ida);
  cards.stripe.lie('lost', 9);
  cards.stripe.act(session, 'pay');
  cards.stripe.honest();
  await changeSource(id);
  const check = (payment_id: string) => ask('POST /api/payments/check-provider', ida.session, { payment_id });
  return [() => check(none), () => check(id)];
});

meets('payments.mark_as_paid', async () => {
  const key = randomUUID();
  await deposit({ method: 'bank_transfer', amount: '20' }, key);
  const id = await money.reported(server, ida, '20');
  const report = (payment_id: string, under?: string) =>
    ask('POST /api/payments/mark-as-paid', ida.session, { payment_id }, under);
  return [() => report(none, key), () => report(none), () => report(id)];
});

meets('payments.upload_proof', async () => {
  const key = randomUUID();
  const announced = (await deposit({ method: 'bank_transfer', amount: '20' }, key)).body.payment.id;
  const credited = await money.paidByCard(server, ida, '20');
  const send = (payment_id: string, files: string[], under?: string) =>
    ask('POST /api/payments/upload-proof', ida.session, { payment_id, files }, under);
  const { file } = await upload(server, ida.session, await png());
  await send(announced, [file.id]);
  const many = Array.from({ length: proofsPerPayment }, () => randomUUID());
  return [
    () => send(none, many, key),
    () => send(none, many),
    () => send(credited, many),
    () => send(announced, many),
    () => send(announced, [none]),
  ];
});

meets('payments.withdraw', async () => {
  const key = randomUUID();
  const bank = await money.confirmedDestination(server, ida);
  const test = await money.confirmedDestination(server, ida, money.card);
  const british = await unreachable();
  const address = await money.confirmedDestination(server, ida, { method: 'crypto', account: bitcoinAddress });
  await withdraw(bank, '20', key);
  await money.paidByCard(server, ida, '20');
  const paid = await creditedByCard(cards, ida, '20');
  const own = await cardDestination(server, ida, paid.id);
  const { body: fresh } = await ask('POST /api/payments/destinations/add', ida.session, {
    method: 'bank_transfer',
    account: 'DE89370400440532013000',
    label: 'New',
  });
  const forbidden = await forbid('withdrawal', () => withdraw(bank, '1100'));
  return [
    () => withdraw(none, '0.001', key),
    () => withdraw(none, '0.001'),
    () => withdraw(fresh.id, '0.001'),
    () => withdraw(address, '0.001'),
    () => withdraw(british, '0.001'),
    () => closed('sandbox', () => withdraw(test, '0.001')),
    () => withdraw(bank, '0.001'),
    () => withdraw(bank, '0'),
    () => withdraw(bank, '1000000.01'),
    ...forbidden,
    () => withdraw(bank, '1100'),
    async () => {
      await atBank(paid, 'dispute');
      return closed('card', () => closed('sandbox', () => withdraw(bank, '1100')));
    },
    () => closed('sandbox', () => withdraw(own, '15')),
    async () => {
      await atBank(paid, 'dispute_won');
      return closed('sandbox', () => withdraw(own, '1100'));
    },
    () => closed('card', () => closed('sandbox', () => withdraw(bank, '1100'))),
  ];
});

/** What happens to a deposit at the bank of its card. */
async function atBank({ session }: { session: string }, act: 'dispute' | 'dispute_won'): Promise<void> {
  cards.stripe.act(session, act);
  await cards.settled();
}

/** A confirmed bank account that takes pounds alone. */
async function unreachable(): Promise<string> {
  const { body } = await ask('POST /api/payments/destinations/add', ida.session, {
    method: 'bank_transfer',
    scheme: 'gb_sort_code',
    country: 'GB',
    account: '31926819',
    details: { sort_code: '601613' },
    label: 'Pounds',
  });
  const token = await emailedToken(server, ida.session.user.email);
  await ask('POST /api/payments/destinations/confirm', ida.session, { token });
  return body.id;
}

/** Calls while no money goes out by a method, and none has to go back by it. */
async function closed<T>(method: string, call: () => Promise<T>): Promise<T> {
  const terms = await server.db.rows<{ row: string }>(sql`
    select to_json(t)::text as row from payment_terms t where method = ${method} and kind = 'withdrawal'`);
  await server.db.run(sql`delete from payment_terms where method = ${method} and kind = 'withdrawal'`);
  try {
    return await call();
  } finally {
    for (const { row } of terms)
      await server.db.run(
        sql`insert into payment_terms select * from json_populate_record(null::payment_terms, ${row}::json)`,
      );
  }
}

meets('payments.confirm_withdrawal', async () => {
  const key = randomUUID();
  const [removed, bank] = [
    await money.confirmedDestination(server, ida, money.card),
    await money.confirmedDestination(server, ida),
  ];
  const [over, nowhere, id] = [await pending(bank, '20'), await pending(removed, '20'), await pending(bank, '900')];
  await cancel(over, key);
  await money.submitted(server, ida, bank, '500');
  await money.paidByCard(server, ida, '20');
  const paid = await creditedByCard(cards, ida, '20');
  const own = await cardDestination(server, ida, paid.id);
  const toCard = await pending(own, '20');
  await money.submitted(server, ida, own, '10');
  await ask('POST /api/payments/destinations/remove', ida.session, { destination_id: removed });
  const codeOf = async (payment_id: string) => {
    await ask('POST /api/payments/send-code', ida.session, { payment_id });
    return money.emailedCode(server, ida);
  };
  const [toNowhere, backToCard, code] = [await codeOf(nowhere), await codeOf(toCard), await codeOf(id)];
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const confirm = (payment_id: string, as: string, under?: string) =>
    ask('POST /api/payments/confirm', ida.session, { payment_id, code: as }, under);
  const tried = (attempts: number, expires: Date) =>
    server.db.run(sql`update payment set code_attempts = ${attempts}, code_expires_at = ${expires} where id = ${id}`);
  const guessed = (guesses: number) =>
    countHit(server.db, server.clock, ['withdrawal-code', 'hour', ida.session.user.id], 3600, guesses);
  const now = server.clock.now();
  await tried(5, now);
  await guessed(10);
  const forbidden = await forbid('withdrawal', () => confirm(id, code));
  return [
    () => confirm(none, wrong, key),
    () => confirm(none, wrong),
    () => confirm(over, wrong),
    () => confirm(id, wrong),
    async () => {
      await server.db.run(sql`delete from rate_window`);
      return confirm(id, wrong);
    },
    async () => {
      await tried(0, now);
      return confirm(id, wrong);
    },
    async () => {
      await tried(0, new Date(now.getTime() + 60_000));
      return confirm(id, wrong);
    },
    () => confirm(nowhere, toNowhere),
    ...forbidden,
    () => confirm(id, code),
    async () => {
      await atBank(paid, 'dispute');
      return closed('card', () => closed('sandbox', () => confirm(id, code)));
    },
    () => closed('sandbox', () => confirm(toCard, backToCard)),
    async () => {
      await atBank(paid, 'dispute_won');
      return closed('sandbox', () => confirm(toCard, backToCard));
    },
    () => closed('card', () => closed('sandbox', () => confirm(id, code))),
  ];
});

meets('payments.send_code', async () => {
  const id = await money.submitted(server, ida, await money.confirmedDestination(server, ida), '20');
  const send = (payment_id: string) => ask('POST /api/payments/send-code', ida.session, { payment_id });
  return [() => send(none), () => send(id)];
});

meets('payments.cancel', async () => {
  const key = randomUUID();
  const id = await money.paidByCard(server, ida, '20');
  await deposit({ method: 'bank_transfer', amount: '20' }, key);
  return [() => cancel(none, key), () => cancel(none), () => cancel(id)];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
