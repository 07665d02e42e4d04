import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentsProgramEndpoints } from '#contract/payments/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { forge } from '#test/database/forge.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { asker, newPayer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let paul: Session;
let crm: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  paul = await server.register({ roles: ['client', 'finance'] });
  crm = await keyFor(server, admin, { name: 'CRM', scopes: ['payments:read', 'adjustments:write'] });
});
afterAll(() => server.close());

const adjustment = { direction: 'give', amount: '50.00', category: 'goodwill', note: 'For the delay' } as const;
const request = (walletId: string, { amount = '50.00', by = crm, intent = newId() } = {}) =>
  server.call('POST /api/operator/v1/adjustments', {
    body: { ...adjustment, amount, wallet_id: walletId },
    headers: { authorization: by, 'idempotency-key': intent },
  });
const decide = (as: Session, id: string) =>
  asker(server)('POST /api/staff/payments/decide-adjustment', as, { payment_id: id, decision: 'approve' });
const stateOf = async (id: string) => {
  const { body } = await server.call('GET /api/operator/v1/payments/:id', {
    params: { id },
    headers: { authorization: crm },
  });
  return body.state;
};

const refusals = refusalsOf({
  'operator_api.request_adjustment': paymentsProgramEndpoints['operator_api.request_adjustment'],
});
refusals.meets('operator_api.request_adjustment', async () => {
  const { wallet } = await newPayer(server);
  const intent = newId();
  await request(wallet.walletId, { intent });
  return [
    () => request(newId(), { intent, amount: '0.001' }),
    () => request(newId(), { amount: '0.001' }),
    () => request(wallet.walletId, { amount: '0.001' }),
    () => request(wallet.walletId, { amount: '0' }),
  ];
});

describe('an adjustment that a program requests', () => {
  it('moves nothing until a person who is not the administrator of the key approves it', async () => {
    const payer = await newPayer(server);
    const intent = newId();
    const asked = await Promise.all(Array.from({ length: 4 }, () => request(payer.wallet.walletId, { intent })));
    const { body } = asked[0]!;
    expect(new Set(asked.map((each) => each.body.id))).toEqual(new Set([body.id]));
    expect(await stateOf(body.id)).toBe('proposed');
    expect((await decide(admin, body.id)).status).toBe(409);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    expect((await decide(paul, body.id)).status).toBe(200);
    expect(await stateOf(body.id)).toBe('posted');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([5000n, 0n]);
    const [entry] = await server.db.rows(sql`
      select actor_id as by, details ->> 'key' as key from audit_entry
      where client_id = ${payer.session.user.id} and action = 'payments.adjust'`);
    expect(entry).toEqual({ by: admin.user.id, key: 'CRM' });
  });

  it('is approved by no one who has received a secret of its key', async () => {
    const payer = await newPayer(server);
    const polly = await server.register({ roles: ['client', 'finance'] });
    // As of a time when others than its holder could receive one.
    await forge(
      server.ownerUrl,
      sql`
      insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
      select ${Buffer.from('rotated')}, id, 'atr_test_', ${server.clock.now()}, ${polly.user.id} from operator_key where name = 'CRM'`,
    );
    const { body } = await request(payer.wallet.walletId);
    expect((await decide(polly, body.id)).refusal.code).toBe('payments.approved_by_you');
    await expect(
      server.db.run(sql`
        update approval_request set state = 'approved', decided_by = ${polly.user.id}, decided_at = ${server.clock.now()}
        where payment_id = ${body.id} and state = 'open'`),
    ).rejects.toThrow('does not approve it');
    expect((await decide(paul, body.id)).status).toBe(200);
  });

  it('finds no wallet of the administrator of the key, and needs the scope', async () => {
    const payer = await newPayer(server);
    await server.db.run(sql`update person set roles = '{client,admin}' where id = ${payer.session.user.id}`);
    const own = await keyFor(server, payer.session, { name: 'Own', scopes: ['adjustments:write'] });
    expect((await request(payer.wallet.walletId, { by: own })).refusal.code).toBe('http.not_found');
    const reader = await keyFor(server, admin, { name: 'Reader', scopes: ['payments:read', 'wallets:read'] });
    expect((await request(payer.wallet.walletId, { by: reader })).refusal.code).toBe('operator.scope');
  });
});

it('meets every refusal above', () => {
  expect(refusals.unmet()).toEqual([]);
});
