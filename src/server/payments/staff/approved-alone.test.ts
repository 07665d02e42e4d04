import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  reported,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { gaveRole, readmit } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

/** What one person may credit and pay out without a second one. The threshold is 10,000 USD, the total of a day 100,000. */
const day = 24 * 3_600_000;
let server: TestServer;
let ines: Session;
let paul: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
});
beforeAll(async () => {
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const credit = (as: Session, id: string, received: string) =>
  asker(server)('POST /api/staff/payments/credit', as, { payment_id: id, received });
const read = async (as: Session, id: string) =>
  (await asker(server)('POST /api/staff/payments/info', as, { payment_id: id })).body;
const credited = async (as: Session, payer: Payer, amount: string) =>
  credit(as, await reported(server, payer, amount), amount);
/** A person of finance who has approved nothing yet. */
const newApprover = async () => {
  const as = await server.register({ roles: ['client', 'finance'] });
  await server.signIn({ email: as.user.email, remember: true, as });
  return as;
};

describe('a credit of more than was announced', () => {
  it('takes two people, whatever the amount', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '10');
    expect((await credit(ines, id, '10.01')).body).toMatchObject({
      payment: { state: 'under_review', approvals: 1, approvals_needed: 2 },
      approver_needed: [],
    });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    expect(codeOf(await credit(ines, id, '10.01'))).toBe('payments.approved_by_you');
    expect((await read(paul, id)).approver_needed).toEqual([]);
    expect((await credit(paul, id, '10.01')).body.payment.state).toBe('credited');
  });

  it('is decided again by the person who takes the payment over', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '100');
    expect((await credit(ines, id, '9000')).body.payment.state).toBe('under_review');
    await asker(server)('POST /api/staff/payments/assign', paul, { payment_id: id });
    expect((await credit(paul, id, '100')).body.payment).toMatchObject({ state: 'credited', approvals_needed: 1 });
  });
});

describe.each([
  ['has had the role for less than a week', 'role_new', (as: Session) => gaveRole(server, paul, as, 6)],
  ['was readmitted by colleagues', 'readmitted', (as: Session) => readmit(server, as)],
] as const)('a person who %s', (_, fault, spoil) => {
  it('approves nothing alone, however small', async () => {
    const [as, payer] = [await newApprover(), await newPayer(server)];
    expect((await credited(as, payer, '10')).body.payment.state).toBe('credited');
    await spoil(as);
    expect(codeOf(await credited(as, payer, '10'))).toBe(`approvals.${fault}`);
    const withdrawal = await submitted(server, payer, await confirmedDestination(server, payer), '10');
    await asker(server)('POST /api/staff/payments/assign', as, { payment_id: withdrawal });
    const approve = await asker(server)('POST /api/staff/payments/approve', as, { payment_id: withdrawal });
    expect(codeOf(approve)).toBe(`approvals.${fault}`);
    const at = server.clock.now();
    const past = server.app.db.run(sql`
      insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at)
      select ${newId()}, 'payment', id, client_id, 'approve', approval_subject_status('payment', id::text, client_id, ${at}),
             '{}', ${as.user.id}, ${at}
      from payment where id = ${withdrawal}`);
    await expect(past).rejects.toMatchObject({ constraint: 'approver_may_approve' });
  });
});

describe('what one approver approves alone for one client', () => {
  it('adds up within 7 days, credits and withdrawals together', async () => {
    const [as, payer] = [await newApprover(), await newPayer(server)];
    expect((await credited(as, payer, '4000')).body.payment.state).toBe('credited');
    const small = await reported(server, payer, '10');
    expect((await read(as, small)).approver_needed).toEqual([]);
    const id = await reported(server, payer, '6000');
    expect((await read(as, id)).approver_needed).toEqual([{ action: 'credit_deposit', because: 'client_week' }]);
    expect((await credit(as, id, '6000')).body.payment).toMatchObject({ state: 'under_review', approvals_needed: 2 });
    // Less than that stays below the threshold, and is another person’s first.
    expect((await credit(as, small, '10')).body.payment.state).toBe('credited');
    expect((await credit(paul, id, '6000')).body.payment.state).toBe('credited');
    const withdrawal = await submitted(server, payer, await confirmedDestination(server, payer), '5990');
    await asker(server)('POST /api/staff/payments/assign', as, { payment_id: withdrawal });
    expect((await read(as, withdrawal)).approver_needed).toEqual([{ action: 'approve', because: 'client_week' }]);
    const approve = (by: Session) => asker(server)('POST /api/staff/payments/approve', by, { payment_id: withdrawal });
    expect((await approve(as)).body.payment).toMatchObject({ state: 'in_review', approvals: 1, approvals_needed: 2 });
    expect((await approve(paul)).body.payment.state).toBe('approved');
  });

  it('counts money given by adjustment, and none that is taken', async () => {
    const [as, payer] = [await newApprover(), await newPayer(server, 3, 900_000n)];
    const adjust = async (direction: 'give' | 'take', amount: string) => {
      const input = { wallet_id: payer.wallet.walletId, direction, amount, category: 'goodwill', note: 'As agreed' };
      const { id } = (await asker(server)('POST /api/staff/payments/adjust', paul, input)).body.payment;
      const body = { payment_id: id, decision: 'approve' };
      return (await asker(server)('POST /api/staff/payments/decide-adjustment', as, body)).body.payment.state;
    };
    expect(await adjust('give', '9000')).toBe('posted');
    expect(await adjust('take', '9000')).toBe('posted');
    expect(await adjust('give', '1000')).toBe('proposed');
  });

  it('is dropped after 7 days, and counts for its own approver alone', async () => {
    const [as, other, payer] = [await newApprover(), await newApprover(), await newPayer(server)];
    await credited(as, payer, '9000');
    expect((await credited(other, payer, '9000')).body.payment.state).toBe('credited');
    server.clock.advance(7 * day - 1000);
    expect((await credited(as, payer, '1000')).body.payment.state).toBe('under_review');
    server.clock.advance(2000);
    expect((await credited(as, payer, '1000')).body.payment.state).toBe('credited');
  });

  it('is counted one approval at a time', async () => {
    const [as, payer] = [await newApprover(), await newPayer(server)];
    const ids = [];
    for (let each = 0; each < 4; each += 1) ids.push(await reported(server, payer, '4000'));
    const states = (await Promise.all(ids.map((id) => credit(as, id, '4000')))).map(({ body }) => body.payment.state);
    expect(states.toSorted()).toEqual(['credited', 'credited', 'under_review', 'under_review']);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([800_000n, 0n]);
  });
});

describe('what one approver approves alone for all clients', () => {
  it('stays below the total of 24 hours', async () => {
    const as = await newApprover();
    await server.db.run(sql`update payment_setting set approver_day_total = 2000000`);
    await credited(as, await newPayer(server), '9000');
    await credited(as, await newPayer(server), '9000');
    const payer = await newPayer(server);
    const id = await reported(server, payer, '2000');
    expect((await read(as, id)).approver_needed).toEqual([{ action: 'credit_deposit', because: 'day' }]);
    expect((await credit(as, id, '2000')).body.payment.state).toBe('under_review');
    server.clock.advance(day + 1000);
    expect((await credited(as, payer, '2000')).body.payment.state).toBe('credited');
    await server.db.run(sql`update payment_setting set approver_day_total = 10000000`);
  });
});

describe('the database, asked as the role that serves', () => {
  const serve = (statement: Sql) => server.app.db.run(statement);
  const approve = async (id: string, by: Session) => {
    const [requestId, at] = [newId(), server.clock.now()];
    await serve(sql`
      insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at)
      select ${requestId}, 'payment', id, client_id, 'credit_deposit', approval_subject_status('payment', id::text, client_id, ${at}),
             '{"amount": 1}', ${by.user.id}, ${at}
      from payment where id = ${id}`);
    await serve(sql`
      update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${at}, alone_usd = 1 where id = ${requestId}`);
  };
  const refused = { constraint: 'approver_may_approve' };
  const move = (id: string, amount: bigint) =>
    serve(sql`update payment set state = 'credited', amount = ${amount}, usd = 1 where id = ${id}`);
  const lacking = { constraint: 'payment_is_approved' };

  it('requires a second approval for a credit above the announced amount', async () => {
    const id = await reported(server, await newPayer(server), '10');
    await serve(sql`update payment set received = 999999, approvals_needed = 1 where id = ${id}`);
    await expect(approve(id, await newApprover())).rejects.toMatchObject(refused);
    await expect(move(id, 999_999n)).rejects.toMatchObject(lacking);
  });

  it('accepts no other amount than the approved one', async () => {
    const id = await reported(server, await newPayer(server), '10');
    await approve(id, await newApprover());
    await expect(serve(sql`update payment set amount = 999999 where id = ${id}`)).rejects.toThrow(
      'can change only when',
    );
    await expect(move(id, 999_999n)).rejects.toMatchObject(lacking);
    await expect(
      serve(sql`update approval_request set value = '{"amount": 999999}' where payment_id = ${id}`),
    ).rejects.toThrow('an approval request never changes');
    expect(await move(id, 1000n)).toBe(1);
  });

  it("adds up what one person approved, whatever the payment's row claims", async () => {
    const [as, payer] = [await newApprover(), await newPayer(server)];
    await credited(as, payer, '9000');
    const id = await reported(server, payer, '9000');
    for (const changes of [sql`state = 'expired', decided_by = null, alone_usd = null`, sql`alone_usd = 1`])
      await expect(serve(sql`update approval_request set ${changes} where decided_by = ${as.user.id}`)).rejects.toThrow(
        'an approval request never changes',
      );
    await serve(sql`update payment set approvals_needed = 1 where id = ${id}`);
    await expect(approve(id, as)).rejects.toMatchObject(refused);
    await expect(move(id, 900_000n)).rejects.toMatchObject(lacking);
  });
});
