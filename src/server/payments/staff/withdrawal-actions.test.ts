import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf, confirmedDestination, iban, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
let viktor: Session;
let ida: Payer;
let bank: string;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
  viktor = await server.register({ roles: ['client', 'compliance'] });
  ida = await newPayer(server, 4, 10_000_000n);
  bank = await confirmedDestination(server, ida);
});
afterAll(() => server.close());

type Action = 'assign' | 'approve' | 'reject' | 'mark-sent' | 'complete' | 'fail';
const action = (name: Action, as: Session, id: string, more: object = {}, key?: string) =>
  asker(server)(`POST /api/staff/payments/${name}`, as, { payment_id: id, ...more }, key);
const item = async (as: Session, id: string) =>
  (await asker(server)('POST /api/staff/payments/info', as, { payment_id: id })).body;

describe('a withdrawal in the queue of staff', () => {
  it('passes between staff, is paid from its hold, and each action is in the audit log', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    expect((await action('assign', ines, id)).body).toMatchObject({
      payment: { state: 'in_review', reviewer: { name: 'Inès Moreau' }, approvals: 0, approvals_needed: 1 },
      destination_account: iban,
      actions: ['approve', 'reject'],
    });
    expect((await action('approve', ines, id, { note: 'Looks right.' })).body).toMatchObject({
      payment: { state: 'approved', cancellable: false },
      note: 'Looks right.',
      actions: ['mark_sent', 'fail'],
    });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 10_000n]);
    const sent = await action('mark-sent', ines, id, { bank_reference: 'HB-1' });
    expect(sent.body).toMatchObject({ payment: { state: 'sent', next: { who: 'bank' } }, bank_reference: 'HB-1' });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
    const settings = await balances(server.db, ['psp-out:bank-transfer:USD', 'fees:USD']);
    expect([...settings.values()].toSorted((a, b) => Number(a - b))).toEqual([500n, 9_500n]);
    const done = await action('complete', ines, id);
    expect(done.body.history.map(({ state, by }) => `${state} ${by}`)).toEqual([
      'draft Ida Berg',
      'awaiting_confirmation Ida Berg',
      'submitted Ida Berg',
      'in_review Inès Moreau',
      'approved Inès Moreau',
      'sent Inès Moreau',
      'completed Inès Moreau',
    ]);
    const written = await server.db.rows<{ action: string }>(sql`
      select action from audit_entry where client_id = ${payer.session.user.id} order by id`);
    expect(written.map((each) => each.action)).toEqual([
      'payments.assign',
      'payments.approve',
      'payments.mark_sent',
      'payments.complete',
    ]);
    const { body: eventName } = await server.call('POST /api/settings/activity', { as: payer.session, body: {} });
    const number = done.body.payment.number;
    expect(eventName.map((line) => [line.action, line.payment])).toEqual([
      ['payments.complete', number],
      ['payments.mark_sent', number],
      ['payments.approve', number],
    ]);
    const subjects = (await emailsTo(server, payer.session.user.email)).map(({ subject }) => subject);
    expect(subjects.slice(0, 4)).toEqual([
      'Your withdrawal is complete',
      'Your withdrawal is on its way',
      'Your withdrawal was approved',
      'We’ve received your withdrawal request',
    ]);
    expect(await asker(server)('POST /api/payments/info', payer.session, { payment_id: id })).toMatchObject({
      body: { payment: { state: 'completed', next: null }, destination: { account: 'GB29 •••• 6819' } },
    });
  });

  it('can be seen but not changed by compliance, and not seen by clients and support', async () => {
    const id = await submitted(server, ida, bank, '20');
    const support = await server.register({ roles: ['client', 'support'] });
    await action('assign', ines, id);
    expect(await item(viktor, id)).toMatchObject({ actions: [], destination_account: 'GB29 •••• 6819' });
    for (const as of [support, ida.session]) {
      for (const route of ['POST /api/staff/payments', 'POST /api/staff/payments/info'] as const) {
        expect((await asker(server)(route, as, { payment_id: id })).status).toBe(403);
      }
    }
    for (const name of ['assign', 'approve', 'reject', 'mark-sent', 'complete', 'fail'] as const) {
      expect((await action(name, viktor, id, { reason: 'technical' })).status).toBe(403);
    }
  });

  it('rejected names the reason, and releases what was held', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    await action('assign', ines, id);
    expect(codeOf(await action('reject', ines, id, { reason: 'not_received' }))).toBe('reasons.not_open');
    expect(codeOf(await action('reject', ines, id, { reason: 'Mood' }))).toBe('reasons.code');
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => action('reject', ines, id, { reason: 'documents_needed' }, key)));
    expect(codeOf(await action('reject', ines, id, { reason: 'requested_by_client' }, key))).toBe(
      'http.idempotency_mismatch',
    );
    expect(await balancesOf(server.db, payer.wallet)).toEqual([50_000n, 0n]);
    const { body } = await asker(server)('POST /api/payments/info', payer.session, { payment_id: id });
    expect(body.payment).toMatchObject({
      state: 'rejected',
      reason: {
        code: 'documents_needed',
        explanation: 'We need a document from you before we can send this money.',
        advice: 'Support will tell you which one. Make a new request once you’ve sent it.',
      },
    });
    const [email] = await emailsTo(server, payer.session.user.email);
    expect(email?.plain).toContain('We need a document from you before we can send this money.');
  });

  /** A withdrawal of 100 from 500 that is approved. */
  async function approved() {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    await action('assign', ines, id);
    await action('approve', ines, id);
    return { id, wallet: payer.wallet, fails: (as: Session) => action('fail', as, id, { reason: 'returned_by_bank' }) };
  }

  it('that fails when approved gives the client everything back', async () => {
    const { wallet, fails } = await approved();
    expect((await fails(ines)).body.payment.state).toBe('failed');
    expect(await balancesOf(server.db, wallet)).toEqual([50_000n, 0n]);
  });

  it('that fails when sent gives the client everything back, once two people confirm that', async () => {
    const { id, wallet, fails } = await approved();
    await action('mark-sent', ines, id);
    expect((await item(ines, id)).approver_needed).toEqual([{ action: 'fail', because: 'returned' }]);
    // The person who marked it as sent cannot fail it alone.
    expect((await fails(ines)).body.payment.state).toBe('sent');
    expect(codeOf(await fails(ines))).toBe('payments.approved_by_you');
    expect(await balancesOf(server.db, wallet)).toEqual([40_000n, 0n]);
    expect((await fails(paul)).body.payment.state).toBe('failed');
    expect(await balancesOf(server.db, wallet)).toEqual([50_000n, 0n]);
  });

  it('refuses actions out of order, unknown requests and keys used for something else', async () => {
    const id = await submitted(server, ida, bank, '20');
    const more = { reason: 'technical' };
    expect((await action('assign', ines, randomUUID())).status).toBe(404);
    for (const name of ['approve', 'mark-sent', 'complete'] as const) {
      expect(codeOf(await action(name, ines, id))).toBe('payments.state');
    }
    expect(codeOf(await action('fail', ines, id, more))).toBe('payments.state');
    expect(codeOf(await action('reject', ines, id, { reason: 'requested_by_client' }))).toBe('payments.state');
    for (const name of ['refund', 'charge-back'] as const) {
      const body = { payment_id: id, note: 'wrong kind', reason: name === 'refund' ? 'duplicate' : 'charge_back' };
      expect(codeOf(await asker(server)(`POST /api/staff/payments/${name}`, ines, body))).toBe('payments.state');
    }
    const key = randomUUID();
    await action('assign', ines, id, {}, key);
    expect(codeOf(await action('assign', ines, randomUUID(), {}, key))).toBe('http.idempotency_mismatch');
    for (const name of ['approve', 'mark-sent', 'complete'] as const) {
      expect(codeOf(await action(name, ines, id, {}, key))).toBe('http.idempotency_mismatch');
      expect((await action(name, ines, randomUUID())).status).toBe(404);
    }
    expect(codeOf(await action('fail', ines, id, more, key))).toBe('http.idempotency_mismatch');
    for (const name of ['fail', 'reject'] as const) {
      const reason = name === 'fail' ? 'technical' : 'requested_by_client';
      expect((await action(name, ines, randomUUID(), { reason })).status).toBe(404);
    }
    await asker(server)('POST /api/payments/cancel', ida.session, { payment_id: id });
    expect(codeOf(await action('assign', ines, id))).toBe('payments.state');
    expect(codeOf(await asker(server)('POST /api/payments/cancel', ida.session, { payment_id: randomUUID() }))).toBe(
      'http.not_found',
    );
  });
});

describe('above the threshold', () => {
  it('two persons approve, and never the same twice', async () => {
    const id = await submitted(server, ida, bank, '10000');
    await action('assign', ines, id);
    const first = await action('approve', ines, id);
    expect(first.body.payment).toMatchObject({ state: 'in_review', approvals: 1, approvals_needed: 2 });
    expect(first.body.actions).toEqual(['reject']);
    expect(codeOf(await action('approve', ines, id))).toBe('payments.approved_by_you');
    const waits = (await asker(server)('POST /api/staff/payments', paul, { view: 'second' })).body.payments;
    expect(waits).toMatchObject([{ id, approvals: 1, approvals_needed: 2 }]);
    expect((await asker(server)('POST /api/staff/payments', ines, { view: 'second' })).body.payments).toEqual([]);
    expect((await action('approve', paul, id)).body).toMatchObject({
      payment: { state: 'approved', approvals: 2 },
      approvals: [{ by: 'Inès Moreau' }, { by: 'Paul Adler' }],
    });
    const all = (await asker(server)('POST /api/staff/payments', ines, { view: 'all' })).body.payments;
    expect(all.find((each) => each.id === id)).toMatchObject({ state: 'approved', approvals: 2, approvals_needed: 2 });
  });

  it('two persons who approve at the same moment approve it once', async () => {
    const payer = await newPayer(server, 4, 1_000_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '10000');
    await action('assign', ines, id);
    const responses = await Promise.all([action('approve', ines, id), action('approve', paul, id)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const found = await item(ines, id);
    expect(found.payment).toMatchObject({ state: 'approved' });
    expect(found.history.filter(({ state }) => state === 'approved')).toHaveLength(1);
    const subjects = (await emailsTo(server, payer.session.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Your withdrawal was approved')).toHaveLength(1);
  });

  it('of one person’s ten concurrent approvals one counts', async () => {
    const id = await submitted(server, ida, bank, '10000');
    await action('assign', ines, id);
    const responses = await Promise.all(Array.from({ length: 10 }, () => action('approve', ines, id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await item(ines, id)).payment).toMatchObject({ state: 'in_review', approvals: 1 });
  });

  it('starts again for a colleague who takes it over', async () => {
    const id = await submitted(server, ida, bank, '10000');
    await action('assign', ines, id);
    await action('approve', ines, id);
    expect((await action('assign', paul, id)).body).toMatchObject({
      payment: { approvals: 0, reviewer: { name: 'Paul Adler' } },
      approvals: [{ by: 'Inès Moreau', withdrawn: true }],
    });
    await action('approve', paul, id);
    expect((await action('approve', ines, id)).body.payment.state).toBe('approved');
  });
});

describe('races', () => {
  it('cancelled and approved at the same moment, it is one of the two', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payer = await newPayer(server, 3, 50_000n);
      const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
      await action('assign', ines, id);
      const [cancelled, approved] = await Promise.all([
        asker(server)('POST /api/payments/cancel', payer.session, { payment_id: id }),
        action('approve', ines, id),
      ]);
      expect([cancelled.status, approved.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
      const { state } = (await item(ines, id)).payment;
      expect(state).toBe(cancelled.status === 200 ? 'cancelled' : 'approved');
      const held = state === 'approved' ? 10_000n : 0n;
      expect(await balancesOf(server.db, payer.wallet)).toEqual([50_000n - held, held]);
    }
  });

  it('sent twice at once, it is paid once', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    await action('assign', ines, id);
    const two = await Promise.all([action('approve', ines, id), action('approve', paul, id)]);
    expect(two.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const responses = await Promise.all([1, 2, 3, 4].map((n) => action('mark-sent', n % 2 ? ines : paul, id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 0n]);
  });
});

describe('staff cannot decide on their own payments', () => {
  it('neither in the queue nor past it', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const { id: staffId } = payer.session.user;
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${staffId}`);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    for (const name of ['assign', 'approve', 'mark-sent', 'complete'] as const) {
      expect(codeOf(await action(name, payer.session, id))).toBe('payments.own_request');
    }
    expect(codeOf(await action('reject', payer.session, id, { reason: 'requested_by_client' }))).toBe(
      'payments.own_request',
    );
    expect(codeOf(await action('fail', payer.session, id, { reason: 'technical' }))).toBe('payments.own_request');
    expect((await item(payer.session, id)).actions).toEqual([]);
    await action('assign', ines, id);
    const row = sql`select gen_random_uuid(), 'payment', id, client_id, 'approve', 'null', '{}', ${staffId}, database_clock() from payment where id = ${id}`;
    await expect(
      server.db.run(
        sql`insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at) ${row}`,
      ),
    ).rejects.toThrow('approval_request_not_of_client');
    await expect(
      server.db.run(sql`
        insert into payment_status_history (id, payment_id, client_id, state, by_kind, by_id, at)
        values (gen_random_uuid(), ${id}, ${staffId}, 'approved', 'staff', ${staffId}, now())`),
    ).rejects.toThrow('payment_status_history_actor');
    await expect(server.db.run(sql`update payment set state = 'approved' where id = ${id}`)).rejects.toThrow(
      'lacks an approval',
    );
  });
});

describe('the queue', () => {
  it('filters, searches and sums what waits', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const id = await submitted(server, payer, await confirmedDestination(server, payer), '100');
    const queue = async (body: object, as = ines) => (await asker(server)('POST /api/staff/payments', as, body)).body;
    const { payments, totals, second_approver_from } = await queue({ search: payer.session.user.email.toUpperCase() });
    expect(payments.map((each) => [each.id, each.actable, each.usd])).toEqual([[id, true, '100.00']]);
    expect(second_approver_from).toBe('10000.00');
    expect(totals.find(({ kind }) => kind === 'withdrawal')?.count).toBeGreaterThan(0);
    const { client_id, number } = { client_id: payer.session.user.id, number: payments[0]?.number };
    expect((await queue({ client_id, kind: 'deposit' })).payments).toEqual([]);
    expect((await queue({ search: number, view: 'mine' })).payments).toEqual([]);
    await action('assign', ines, id);
    expect((await queue({ search: number, view: 'mine', state: 'in_review' })).payments).toHaveLength(1);
    expect((await queue({ search: number, view: 'mine' }, paul)).payments).toEqual([]);
    expect((await queue({ view: 'all', client_id })).payments).toHaveLength(1);
    expect((await queue({ search: '%' })).payments).toEqual([]);
  });

  it('is exported as a file with the same filters, with an audit entry', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    await submitted(server, payer, await confirmedDestination(server, payer), '100');
    const client_id = payer.session.user.id;
    const file = async (query: Record<string, string>, as = ines) =>
      server.call('GET /api/staff/payments/file', { as, query: { client_id, ...query } });
    const lines = (await file({})).body.trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(',withdrawal,submitted,');
    expect(lines[1]).toContain(`${client_id},USD,100.00,`);
    expect((await file({ kind: 'deposit' })).body.trim().split('\r\n')).toHaveLength(1);
    expect((await file({}, payer.session)).status).toBe(403);
    const actions = await server.db.rows(sql`
      select details from audit_entry where action = 'payments.queue_file' and actor_id = ${ines.user.id} order by id`);
    expect(actions).toEqual([
      { details: { client_id, view: 'waiting' } },
      { details: { client_id, kind: 'deposit', view: 'waiting' } },
    ]);
  });

  it('gives what a decision needs', async () => {
    const id = await submitted(server, ida, bank, '20');
    const found = await item(ines, id);
    expect(found.checks.map(({ name, result }) => `${name} ${result}`)).toEqual([
      'level good',
      'limits good',
      'return_to_source good',
      'security_change good',
      'destination_age warning',
      'first_withdrawal warning',
      'shared warning',
    ]);
    expect(found.client).toMatchObject({ level: 4, name: 'Ida Berg', balances: [{ currency: 'USD' }] });
    expect(found.client.recent.length).toBeGreaterThan(0);
    expect(found.client.destinations).toMatchObject([{ account: 'GB29 •••• 6819', state: 'confirmed' }]);
    expect(found.maker.id).toBe(ida.session.user.id);
  });
});
