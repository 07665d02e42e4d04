import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import {
  asker,
  card,
  codeOf,
  confirmedDestination,
  emailedCode,
  newPayer,
  openBank,
  reported,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let officer: Session;
let finance: Session;
let ida: Payer;
let bank: string;
beforeAll(async () => {
  server = await startServer({ env: { DEMO: '1' } });
  await openBank(server);
  officer = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  finance = await server.register({ roles: ['client', 'finance'] });
});
beforeEach(async () => {
  ida = await newPayer(server, 4, 100_000n);
  bank = await confirmedDestination(server, ida);
});
afterAll(() => server.close());

const restriction = (change: object = {}) =>
  server.call('POST /api/staff/clients/restrict-payments', {
    as: officer,
    body: {
      client_id: ida.session.user.id,
      kinds: ['deposit', 'withdrawal'],
      reason: 'under_inquiry',
      note: 'Hint of the bank.',
      until: null,
      current_password: officer.password,
      ...change,
    },
  });
const release = (change: object = {}) =>
  server.call('POST /api/staff/clients/lift-payment-restriction', {
    as: officer,
    body: {
      client_id: ida.session.user.id,
      kinds: ['deposit', 'withdrawal'],
      reason: 'It was explained.',
      current_password: officer.password,
      ...change,
    },
  });
const request = <T extends Parameters<ReturnType<typeof asker>>[0]>(route: T, as: Session, body: object) =>
  asker(server)(route, as, body);
const withdraw = () =>
  request('POST /api/payments/withdraw', ida.session, {
    wallet_id: ida.wallet.walletId,
    destination_id: bank,
    amount: '100',
  });
const announce = (more: object = { method: 'bank_transfer' }) =>
  request('POST /api/payments/deposit', ida.session, { wallet_id: ida.wallet.walletId, amount: '100', ...more });
const action = (name: 'assign' | 'approve' | 'mark-sent' | 'reject' | 'complete', id: string, more: object = {}) =>
  request(`POST /api/staff/payments/${name}`, finance, { payment_id: id, ...more });
const item = async (id: string) => (await request('POST /api/staff/payments/info', finance, { payment_id: id })).body;

it('is refused in its order', async () => {
  const unknown = '00000000-0000-7000-8000-000000000000';
  for (const way of [restriction, release]) {
    expect(codeOf(await way({ client_id: unknown }))).toBe('http.not_found');
    expect(codeOf(await way({ client_id: officer.user.id }))).toBe('staff.own_profile');
    expect(codeOf(await way({ current_password: 'wrong' }))).toBe('auth.current_password');
    expect((await way({ kinds: [] })).status).toBe(422);
    expect((await way({ kinds: ['deposit', 'deposit'] })).status).toBe(422);
  }
  expect(codeOf(await restriction({ until: '2020-01-01', current_password: 'wrong' }))).toBe('staff.override_until');
  expect(codeOf(await restriction({ reason: 'terms_broken' }))).toBe('reasons.not_open');
  expect(codeOf(await release())).toBe('staff.not_restricted');
  expect(await server.db.rows(sql`select from payment_restriction`)).toEqual([]);
});

describe('while payments are restricted', () => {
  it('the client can request none, by any way, and reads why in their language', async () => {
    expect((await announce()).status).toBe(200);
    const waiting = await withdraw();
    const code = await emailedCode(server, ida);
    expect((await restriction()).status).toBe(200);
    const byCard = announce({ method: 'sandbox', card });
    for (const refused of [await announce(), await byCard, await withdraw()]) {
      expect(refused.status).toBe(409);
      expect(refused.refusal).toMatchObject({ code: 'payments.restricted' });
      expect(refused.refusal.message).toContain('We need to look into something');
      expect(refused.refusal.message).toMatch(/This applies until/);
    }
    const german = await server.call('POST /api/payments/deposit', {
      as: ida.session,
      body: { wallet_id: ida.wallet.walletId, amount: '100', method: 'bank_transfer' },
      headers: { 'idempotency-key': 'in-german' },
      language: 'de',
    });
    expect(german.refusal.message).toContain('Einzahlungen sind ausgesetzt. Wir müssen zuerst etwas prüfen');
    const { id } = waiting.body.payment;
    expect(codeOf(await request('POST /api/payments/confirm', ida.session, { payment_id: id, code }))).toBe(
      'payments.restricted',
    );
    expect(await balancesOf(server.db, ida.wallet)).toEqual([100_000n, 0n]);
    const { body } = await server.call('POST /api/payments/limits', { as: ida.session });
    expect(body.withdrawal.restricted).toMatchObject({ reason: { code: 'under_inquiry' }, until: null });
    expect(JSON.stringify(body)).not.toContain('Hint of the bank');
  });

  it('staff cannot send pending payments, see why, and may reject them', async () => {
    const [first, approver] = [await submitted(server, ida, bank, '100'), await submitted(server, ida, bank, '50')];
    await action('assign', first);
    await action('assign', approver);
    await action('approve', approver);
    await restriction({ kinds: ['withdrawal'] });
    expect(codeOf(await action('approve', first))).toBe('payments.restricted');
    expect(codeOf(await action('mark-sent', approver))).toBe('payments.restricted');
    const seen = await item(first);
    expect(seen.actions).toEqual(['reject']);
    expect(seen.payment.held_back).toBe('restriction');
    expect(seen.checks[0]).toMatchObject({ name: 'restriction', result: 'bad' });
    expect((await item(approver)).actions).toEqual(['fail']);
    expect((await action('reject', first, { reason: 'suspected_misuse' })).status).toBe(200);
    expect(await balancesOf(server.db, ida.wallet)).toEqual([95_000n, 5_000n]);
    await release({ kinds: ['withdrawal'] });
    expect((await action('mark-sent', approver)).status).toBe(200);
  });

  it('what a bank has sent is credited all the same', async () => {
    const id = await reported(server, ida, '100');
    await restriction();
    expect((await item(id)).checks[0]).toMatchObject({ name: 'restriction', result: 'warning' });
    const credit = { payment_id: id, received: '90' };
    expect((await request('POST /api/staff/payments/credit', finance, credit)).body.payment.state).toBe('credited');
    expect((await balancesOf(server.db, ida.wallet))[0]).toBe(109_000n);
  });

  it('one kind leaves the other alone', async () => {
    await restriction({ kinds: ['deposit'] });
    expect((await announce()).refusal.code).toBe('payments.restricted');
    expect((await withdraw()).status).toBe(200);
  });
});

it('notifies the client, is shown to staff and found by them, and keeps its history', async () => {
  await restriction({ kinds: ['withdrawal'] });
  const until = server.clock.now().toISOString().slice(0, 10);
  await restriction({ until, reason: 'strange_access', note: '' });
  const client_id = ida.session.user.id;
  const staff = { as: officer, body: { client_id } };
  const { body: found } = await server.call('POST /api/staff/clients/overrides', staff);
  expect(found.withdrawal.restricted).toMatchObject({
    reason: { code: 'strange_access' },
    note: null,
    until,
    by: 'Carl Berg',
  });
  expect((await server.call('POST /api/staff/clients/card', staff)).body.restricted).toEqual(['deposit', 'withdrawal']);
  const list = async () =>
    (await server.call('POST /api/staff/clients', { as: officer, body: { limits: 'restricted' } })).body.clients;
  expect((await list()).find(({ id }) => id === client_id)?.restricted).toEqual(['deposit', 'withdrawal']);
  const [email] = await emailsTo(server, ida.session.user.email);
  expect(email?.subject).toBe('Your deposits and withdrawals are paused');
  expect(email?.plain).toContain('Someone else may have had access to your account.');
  expect(email?.plain).toContain('This applies until');
  await release();
  expect((await list()).some(({ id }) => id === client_id)).toBe(false);
  expect((await emailsTo(server, ida.session.user.email))[0]?.subject).toBe(
    'Your deposits and withdrawals are no longer paused',
  );
  const entries = await server.db.rows<{ details: object }>(sql`
    select details from audit_entry where client_id = ${client_id} and action like 'staff.%payment%' order by id`);
  expect(entries.map(({ details }) => details)).toMatchObject([
    { kind: 'withdrawal', from: '–', to: 'under_inquiry', note: 'Hint of the bank.' },
    { kind: 'deposit', from: '–', to: `strange_access · ${until}` },
    { kind: 'withdrawal', from: 'under_inquiry', to: `strange_access · ${until}` },
    { kind: 'deposit', from: `strange_access · ${until}`, to: '–', reason: 'It was explained.' },
    { kind: 'withdrawal', from: `strange_access · ${until}`, to: '–' },
  ]);
  const { body: activity } = await server.call('POST /api/settings/activity', { as: ida.session, body: {} });
  expect(JSON.stringify(activity)).toContain('Someone else may have had access');
  expect(JSON.stringify(activity)).not.toContain('Hint of the bank');
});

const outcomeOf = ({ status, refusal }: { status: number; refusal: { code: string } }) =>
  status === 200 ? 'ok' : refusal.code;

describe('at the same moment', () => {
  it('a withdrawal is confirmed before the stop, or not at all', async () => {
    for (let round = 0; round < 6; round += 1) {
      ida = await newPayer(server, 4, 100_000n);
      bank = await confirmedDestination(server, ida);
      const { id } = (await withdraw()).body.payment;
      const code = await emailedCode(server, ida);
      const stopping = round % 2 ? restriction() : undefined;
      const confirmed = await request('POST /api/payments/confirm', ida.session, { payment_id: id, code });
      const restricted = await (stopping ?? restriction());
      expect(['ok', 'payments.restricted']).toContain(outcomeOf(confirmed));
      expect(restricted.status).toBe(200);
      const held = confirmed.status === 200 ? 10_000n : 0n;
      expect(await balancesOf(server.db, ida.wallet)).toEqual([100_000n - held, held]);
      const approved = await action('assign', id).then(() => action('approve', id));
      expect(codeOf(approved)).toBe(held > 0n ? 'payments.restricted' : 'payments.state');
    }
  });

  it('a concurrent request waits while a restriction is written, and sees it', async () => {
    let input: ReturnType<typeof withdraw> | undefined;
    await server.db.tx(async (tx) => {
      await tx.run(sql`select from person where id = ${ida.session.user.id} for no key update`);
      input = withdraw();
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      await tx.run(sql`
        insert into payment_restriction (client_id, kind, reason, set_by, set_at)
        values (${ida.session.user.id}, 'withdrawal', 'under_inquiry', ${officer.user.id}, ${server.clock.now()})`);
    });
    expect((await input)?.refusal.code).toBe('payments.restricted');
  });

  it('of a sending and a stop each is before the other', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = await submitted(server, ida, bank, '10');
      await action('assign', id);
      await action('approve', id);
      const [sent] = await Promise.all([action('mark-sent', id), restriction({ kinds: ['withdrawal'] })]);
      const state = outcomeOf(sent) === 'ok' ? 'sent' : 'approved';
      expect(['ok', 'payments.restricted']).toContain(outcomeOf(sent));
      expect((await item(id)).payment.state).toBe(state);
      await release({ kinds: ['withdrawal'] });
    }
    const { findings } = await server.db.snapshot(verifyLedger);
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  });
});

it('the database enforces it, whichever code writes', async () => {
  const id = await submitted(server, ida, bank, '10');
  await action('assign', id);
  await action('approve', id);
  await restriction();
  await expect(server.db.run(sql`update payment set state = 'sent' where id = ${id}`)).rejects.toThrow(
    'a restriction blocks every withdrawal',
  );
  await expect(
    server.db.run(sql`
      insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, usd, created_by, approvals_needed, created_at, updated_at)
      select gen_random_uuid(), 'deposit', 'created', client_id, wallet_id, 'USD', 'bank_transfer', 100, 100, client_id, 1, now(), updated_at
      from payment where id = ${id}`),
  ).rejects.toThrow('a restriction blocks every deposit of');
  await expect(
    server.db.run(sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      values (${officer.user.id}, 'deposit', 'under_inquiry', ${officer.user.id}, now())`),
  ).rejects.toThrow('payment_restriction_by_other');
});

it('ends with its last day', async () => {
  await restriction({ until: server.clock.now().toISOString().slice(0, 10) });
  expect((await announce()).refusal.code).toBe('payments.restricted');
  server.clock.advance(86_400_000);
  expect((await announce()).status).toBe(200);
  officer = await server.signIn({ email: officer.user.email });
  expect(codeOf(await release())).toBe('staff.not_restricted');
});
