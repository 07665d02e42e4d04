import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EventName, Events } from '#contract/modules.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { closingOn } from '#test/compliance/closure.ts';
import { asker, confirmedDestination, newPayer, openBank, submitted, type Payer } from '#test/money/payments.ts';
import { isSigned } from '#test/external-services/webhook-receiver.ts';
import type { Session } from '#test/server.ts';
import { declared, decide, reach, send as sendDocument } from '#test/compliance/verification.ts';
import { startWebhooks } from '#test/external-services/webhooks.ts';

/** What programs receive about the actions of clients and staff. */
const { server, receiver, admin, post, proof, made, send, close } = await startWebhooks();
afterAll(close);
const request = asker(server);

let officer: Session;
beforeAll(async () => {
  await openBank(server);
  officer = await server.register({ roles: ['client', 'compliance'] });
  await server.signIn({ email: officer.user.email, remember: true, as: officer });
});

interface Notice {
  type: string;
  data: Record<string, unknown>;
}

/** The events of each registration. */
const ofRegistering = new Set(['client.registered', 'client.legal_accepted']);

/** The events of a client whose type starts with one of the prefixes, without the client's id that each of them has. */
async function formatActivity({ user }: Session, ...prefixes: string[]): Promise<[string, object][]> {
  await server.drain();
  const rows = await server.db.rows<Notice>(
    sql`select type, data from operator_event where client_id = ${user.id} order by seq`,
  );
  return rows
    .filter(({ type }) => prefixes.some((prefix) => type.startsWith(prefix)) && !ofRegistering.has(type))
    .map(({ type, data: { client_id: whose, ...rest } }) => {
      expect(whose).toBe(user.id);
      return [type, rest];
    });
}

describe('of a client', () => {
  it('the manager, the settings for this client alone, and whether the client is blocked', async () => {
    const { secret } = await made({ events: ['client.manager_changed'] });
    const ida = await server.register();
    const client_id = ida.user.id;
    const reason = 'As agreed.';
    await post('POST /api/staff/clients/manager', { client_id, manager_id: officer.user.id, reason });
    await post('POST /api/staff/clients/manager', { client_id, manager_id: null, reason });
    const accounts = { client_id, max: 3, until: '2026-03-31', reason, ...proof() };
    await post('POST /api/staff/clients/overrides/accounts', accounts);
    await post('POST /api/staff/clients/overrides/end', { client_id, kind: 'trading_accounts', reason, ...proof() });
    await post('POST /api/staff/clients/block', { client_id, reason: 'under_inquiry', note: 'Third party pays.' });
    await post('POST /api/staff/clients/unblock', { client_id, reason });
    expect(await formatActivity(ida, 'client')).toEqual([
      ['client.manager_changed', { manager_id: officer.user.id }],
      ['client.manager_changed', { manager_id: null }],
      ['client.limits_changed', { kind: 'trading_accounts', own: true, until: '2026-03-31' }],
      ['client.limits_changed', { kind: 'trading_accounts', own: false, until: null }],
      ['client.blocked', { reason: 'under_inquiry' }],
      ['client.unblocked', {}],
    ]);
    await send();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received.every((got) => isSigned(secret, got))).toBe(true);
  });

  it('that the client froze the profile, from which address, and that it has a new one', async () => {
    const ida = await server.register();
    const at = server.clock.now().toISOString();
    const clientId = ida.user.id;
    const { outbox } = server.app;
    await server.db.tx(async (tx) => {
      await outbox.emit(tx, 'auth.frozen', { clientId, at });
      await outbox.emit(tx, 'auth.frozen', { clientId, at, isDisputed: true });
      await outbox.emit(tx, 'auth.email_changed', { clientId, changeId: randomUUID(), at });
    });
    expect(await formatActivity(ida, 'client')).toEqual([
      ['client.frozen', { disputed: false, frozen_at: at }],
      ['client.frozen', { disputed: true, frozen_at: at }],
      ['client.email_changed', { changed_at: at }],
    ]);
  });

  it('nothing of an event that an earlier version wrote with too little data', async () => {
    const { user } = await server.register();
    const written = [
      ['clients.manager_changed', { clientId: user.id, manager: 'Nora Falk' }],
      ['clients.limits_changed', { clientId: user.id, what: 'trading_accounts' }],
    ] as const;
    await server.db.tx(async (tx) => {
      for (const [name, payload] of written) await server.app.outbox.emit(tx, name, payload);
    });
    expect(await formatActivity({ user } as Session, 'client')).toEqual([]);
    const received = await server.db.rows(sql`
      select kind, params from notification where person_id = ${user.id} and kind <> 'welcome' order by event_id`);
    expect(received).toEqual([
      { kind: 'manager_assigned', params: { manager: 'Nora Falk' } },
      { kind: 'limits_changed', params: { what: 'trading_accounts' } },
    ]);
  });

  it('that the client leaves, cancels the closure, and comes back', async () => {
    const closing = closingOn(() => server);
    const { session } = await newPayer(server);
    const closes_at = new Date(server.clock.now().getTime() + 14 * 86_400_000).toISOString();
    await closing.request(session);
    await closing.store(session);
    await closing.request(session);
    await server.db.tx(async (tx) => {
      const at = server.clock.now();
      await tx.run(sql`update person set frozen_at = ${at} where id = ${session.user.id}`);
      await server.app.outbox.emit(tx, 'auth.frozen', { clientId: session.user.id, at: at.toISOString() });
    });
    await server.drain();
    await server.db.run(sql`update person set frozen_at = null where id = ${session.user.id}`);
    await closing.request(session);
    closing.letDaysPass();
    await closing.run();
    await server.storeSessions();
    const body = { client_id: session.user.id, reason: 'He came back.' };
    const opened = await server.call('POST /api/staff/clients/closure/reopen', { as: admin, body });
    expect(opened.status).toBe(200);
    expect(await formatActivity(session, 'client')).toEqual([
      ['client.closure_requested', { closes_at }],
      ['client.closure_cancelled', {}],
      ['client.closure_requested', { closes_at }],
      ['client.frozen', expect.objectContaining({ disputed: false })],
      ['client.closure_cancelled', {}],
      ['client.closure_requested', { closes_at }],
      ['client.closed', {}],
      ['client.reopened', {}],
    ]);
  });
});

it('of documents: each that is accepted, also where it lifts a level, rejected, requested', async () => {
  const ida = await declared(server);
  await reach(server, officer, ida);
  const first = await sendDocument(server, ida, 'identity');
  await decide(server, officer, ida, first, { decision: 'reject', reasons: ['unreadable'], comment: 'Too dark.' });
  const [identity, residence] = [
    await sendDocument(server, ida, 'identity'),
    await sendDocument(server, ida, 'residence'),
  ];
  await decide(server, officer, ida, identity, { decision: 'approve' });
  await decide(server, officer, ida, residence, { decision: 'approve' });
  const input = { client_id: ida.user.id, kind: 'source_of_funds', comment: 'Your salary.' };
  await request('POST /api/staff/verification/assign', officer, { client_id: ida.user.id });
  expect((await request('POST /api/staff/verification/request-document', officer, input)).status).toBe(200);
  expect((await formatActivity(ida, 'document', 'client.level')).slice(1)).toEqual([
    ['document.rejected', { document_id: first, kind: 'identity', reasons: ['unreadable'] }],
    ['document.accepted', { document_id: identity, kind: 'identity' }],
    ['client.level_changed', { from: 2, to: 3 }],
    ['document.accepted', { document_id: residence, kind: 'residence' }],
    ['document.requested', { kind: 'source_of_funds' }],
  ]);
});

describe('of payments', () => {
  let payer: Payer;
  const cancel = (payment_id: string) => request('POST /api/payments/cancel', payer.session, { payment_id });
  beforeAll(async () => void (payer = await newPayer(server, 3, 100_000n)));

  it('that their client takes them back: all of the amount, and once', async () => {
    const input = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '75' };
    const { body } = await request('POST /api/payments/deposit', payer.session, input);
    const withdrawal = await submitted(server, payer, await confirmedDestination(server, payer), '200');
    for (const id of [body.payment.id, withdrawal, withdrawal]) await cancel(id);
    const of = (payment_id: string, amount: string) => ({
      payment_id,
      amount,
      currency: 'USD',
      number: expect.stringMatching(/^P-\d+$/) as string,
    });
    const notified = await formatActivity(payer.session, 'deposit', 'withdrawal');
    expect(notified.filter(([type]) => type.endsWith('.cancelled'))).toEqual([
      ['deposit.cancelled', of(body.payment.id, '75.00')],
      ['withdrawal.cancelled', of(withdrawal, '200.00')],
    ]);
  });
});

describe('of system actions', () => {
  const payment = { payment_id: newId(), number: 'P-1', amount: '5.00', currency: 'USD' };
  const facts = { paymentId: payment.payment_id, number: 'P-1', amount: '5.00', currency: 'USD' };
  it.each<[EventName, object, string, object]>([
    ['payments.withdrawal_completed', facts, 'withdrawal.completed', payment],
    [
      'payments.adjustment_posted',
      { ...facts, category: 'goodwill', takes: false },
      'adjustment.posted',
      { ...payment, category: 'goodwill', direction: 'in' },
    ],
    [
      'payments.adjustment_posted',
      { ...facts, category: 'fee', takes: true },
      'adjustment.posted',
      { ...payment, category: 'fee', direction: 'out' },
    ],
    [
      'trading.margin_call',
      { accountNumber: '100001', marginLevel: '99.87' },
      'account.margin_call',
      { account_number: '100001', margin_level: '99.87' },
    ],
    [
      'trading.stop_out',
      { accountNumber: '100001', symbol: 'XAUUSD', position: '7' },
      'account.stop_out',
      { account_number: '100001', symbol: 'XAUUSD' },
    ],
  ])('%s %j', async (name, of, type, data) => {
    const ida = await server.register();
    const payload = { clientId: ida.user.id, ...of } as Events[typeof name];
    await server.db.tx((tx) => server.app.outbox.emit(tx, name, payload));
    expect(await formatActivity(ida, type)).toEqual([[type, data]]);
  });

  it('a document that expires', async () => {
    const ida = await declared(server);
    const documentId = await sendDocument(server, ida, 'identity');
    const of = { clientId: ida.user.id, documentId, expiresOn: '2030-01-01' };
    await server.db.tx((tx) => server.app.outbox.emit(tx, 'verification.document_expiring', of));
    expect(await formatActivity(ida, 'document')).toEqual([
      ['document.expiring', { document_id: documentId, kind: 'identity', expires_on: '2030-01-01' }],
    ]);
  });
});
