import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, card, newPayer, openBank, reported } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { transitions } from './rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
});
afterAll(() => server.close());

describe('the database', () => {
  it('has the same state machines as the code', async () => {
    const rows = await server.db.rows(sql`
      select kind, from_state as from, to_state as to, approvals, methods from payment_transition`);
    const key = (each: object) =>
      JSON.stringify(
        Object.entries(each)
          .filter(([, value]) => value !== null)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      );
    expect(rows.map(key).toSorted()).toEqual(transitions.map(key).toSorted());
  });

  it('refuses a wrong next state, an unseen credit, and a change of the owner', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '100');
    const update = (change: ReturnType<typeof sql>) =>
      server.db.run(sql`update payment set ${change} where id = ${id}`);
    await expect(update(sql`state = 'created'`)).rejects.toThrow('cannot go from under_review to created');
    await expect(update(sql`state = 'credited'`)).rejects.toThrow('lacks an approval');
    const other = await newPayer(server);
    await expect(update(sql`client_id = ${other.session.user.id}`)).rejects.toThrow('cannot change');
    await expect(update(sql`reviewer_id = client_id`)).rejects.toThrow('payment_check');
    await expect(server.db.run(sql`delete from payment where id = ${id}`)).rejects.toThrow('append-only');
    await expect(server.db.run(sql`update payment_status_history set state = 'credited'`)).rejects.toThrow(
      'append-only',
    );
    const input = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '20' };
    const { body } = await asker(server)('POST /api/payments/deposit', payer.session, input);
    await expect(
      server.db.run(sql`update payment set state = 'credited' where id = ${body.payment.id}`),
    ).rejects.toThrow('cannot go from awaiting_payment to credited');
  });

  it('keep the ledger and the payments consistent', async () => {
    const payer = await newPayer(server);
    for (const amount of ['20', '30.5']) {
      const input = { wallet_id: payer.wallet.walletId, method: 'sandbox', amount, card };
      await asker(server)('POST /api/payments/deposit', payer.session, input);
    }
    const apart = await server.db.rows(sql`
      select p.number from payment p
      where p.state = 'credited' and not exists (
        select from ledger_transaction t join ledger_posting l on l.transaction_id = t.id
        join wallet w on w.available_id = l.account_id
        where t.scope = 'payment:' || p.id and t.key = 'credit' and l.amount = p.amount - p.fee and w.id = p.wallet_id)`);
    expect(apart).toEqual([]);
  });
});
