import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { macOf } from '#server/platform/secrets/token.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { forge } from '#test/database/forge.ts';
import { asker, codeOf, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { verifyPayments } from '../verify.ts';

/** Payments of a program, changed by an attacker who can write to the database, or written before they named its key. */
let server: TestServer;
let admin: Session;
let paul: Session;
let petra: Session;
let bank: Program;
let payer: Payer;
let id: string;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  admin = await server.register({ roles: ['client', 'admin', 'finance'] });
  paul = await server.register({ roles: ['client', 'finance'] });
  petra = await server.register({ roles: ['client', 'finance'] });
  bank = await keyFor(server, admin, { name: 'Bank', scopes: ['deposits:write'] });
  payer = await newPayer(server);
});
afterAll(() => server.close());

const report = async (amount = '250.00') => {
  const { body } = await server.call('POST /api/operator/v1/deposits', {
    body: { client_id: payer.session.user.id, currency: 'USD', amount, reference: newId(), sender: 'Erika Mustermann' },
    headers: { authorization: bank, 'idempotency-key': newId() },
  });
  return body.id;
};
beforeEach(async () => void (id = await report()));

const credit = (as: Session, received = '250.00') =>
  asker(server)('POST /api/staff/payments/credit', as, { payment_id: id, received });
const keyOf = async () =>
  (await server.db.one<{ key: string | null }>(sql`select key_id as key from payment where id = ${id}`)).key;

/** As the version wrote it that did not know the keys of payments, or did not cover them. */
async function asOfBefore(keyId: string | null): Promise<void> {
  const { content } = await server.db.one<RowMac>(
    sql`select ${macColumns('payment')} from payment p where p.id = ${id}`,
  );
  const mac = macOf(server.config.appSecret, 'payment', content.replace(/, "key", "[^"]+"\]$/, ']'));
  await forge(server.ownerUrl, sql`update payment set key_id = ${keyId}, security_mac = ${mac} where id = ${id}`);
}

it('is credited by no one once its key was taken away past the program', async () => {
  await forge(server.ownerUrl, sql`update payment set key_id = null where id = ${id}`);
  expect(codeOf(await credit(paul))).toBe('approvals.changed');
  const findings = await server.db.snapshot((tx) => verifyPayments(tx, server.config));
  expect(findings.filter(({ breach }) => breach)).not.toEqual([]);
});

it('is credited with the MAC of a version that did not cover its key', async () => {
  await asOfBefore(await keyOf());
  expect((await credit(paul)).body.payment.state).toBe('credited');
});

it('is credited by no holder of its key, also where it was reported before it named that', async () => {
  const key = await keyOf();
  await asOfBefore(null);
  expect(await keyOf()).toBe(null);
  const migration = resolve(import.meta.dirname, '../../../../migrations/0075_keys_of_open_payments.sql');
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(readFileSync(migration, 'utf8'));
  await owner.end();
  expect(await keyOf()).toBe(key);
  expect(codeOf(await credit(admin))).toBe('payments.approved_by_you');
  expect((await credit(paul)).body.payment.state).toBe('credited');
  await expect(server.db.run(sql`update payment set key_id = null where id = ${id}`)).rejects.toThrow('append-only');
});

it('waits for a second approver who has no secret of its key, in the list as in the books', async () => {
  const polly = await server.register({ roles: ['client', 'finance'] });
  await forge(
    server.ownerUrl,
    sql`
      insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
      select ${Buffer.from('rotated')}, id, 'atr_test_', ${server.clock.now()}, ${polly.user.id} from operator_key where name = 'Bank'`,
  );
  id = await report('10000.00');
  expect((await credit(paul, '10000.00')).body.payment.state).toBe('under_review');
  const waiting = async (as: Session) => {
    const { body } = await asker(server)('POST /api/staff/payments', as, { view: 'second' });
    return body.payments.map((each) => each.id);
  };
  expect(await waiting(petra)).toContain(id);
  expect(await waiting(polly)).not.toContain(id);
  expect((await credit(petra, '10000.00')).body.payment.state).toBe('credited');

  const why = async () => {
    const findings = await server.db.snapshot((tx) => verifyPayments(tx, server.config));
    return JSON.stringify(findings.filter(({ breach }) => breach));
  };
  expect(await why()).not.toContain('of 2 approvals');
  await forge(
    server.ownerUrl,
    sql`update approval_request set author_id = ${polly.user.id} where key = ${id} and author_id = ${petra.user.id}`,
    sql`update approval_request set decided_by = ${polly.user.id} where key = ${id} and decided_by = ${petra.user.id}`,
  );
  expect(await why()).toContain('1 of 2 approvals');
});
