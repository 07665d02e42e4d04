import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { macColumns, type RowMac } from '../secrets/row-macs.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { makeFirstAdministrator } from '#server/staff/first-administrator.ts';
import { forge } from '#test/database/forge.ts';
import { asker, codeOf, newPayer, openBank, reported } from '#test/money/payments.ts';
import { confirmAs, gaveRole, setRoles } from '#test/compliance/approvals.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { checkApprover } from './check-approver.ts';

/**
 * People whose rows were changed past the program count as neither of the two, and do not let another person act alone.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
});
afterAll(() => server.close());

const staff = (role: 'admin' | 'finance') => server.register({ roles: ['client', role] });
/** A change that makes a role no stronger, so that the rule of the database finds no fault in it. */
const forgePerson = ({ user }: Session) =>
  forge(server.ownerUrl, sql`update person set verification_level = 4 where id = ${user.id}`);

describe('an author whose row was changed past the program', () => {
  it('has no approval request that can be confirmed', async () => {
    const [author, approver] = [await staff('admin'), await staff('admin')];
    const whom = await server.register();
    const body = { client_id: whom.user.id, level: 3, reason: 'Seen in person.', current_password: author.password };
    await server.call('POST /api/staff/clients/level', { as: author, body });
    const { id } = await server.db.one<{ id: string }>(
      sql`select id from approval_request where client_id = ${whom.user.id} and state = 'open'`,
    );
    await forgePerson(author);
    expect(codeOf(await confirmAs(server, approver, id))).toBe('approvals.author_forged');
  });

  it('has no payment that can be approved', async () => {
    const [author, approver] = [await staff('finance'), await staff('finance')];
    const { wallet } = await newPayer(server);
    const gift = { wallet_id: wallet.walletId, direction: 'give', amount: '50', category: 'goodwill', note: 'A gift' };
    const { body } = await asker(server)('POST /api/staff/payments/adjust', author, gift);
    await forgePerson(author);
    const decision = { payment_id: body.payment.id, decision: 'approve' };
    const response = await asker(server)('POST /api/staff/payments/decide-adjustment', approver, decision);
    expect(codeOf(response)).toBe('approvals.author_forged');
  });
});

it('an approver whose row is changed past the program while they decide approves nothing', async () => {
  const [author, approver] = [await staff('admin'), await staff('admin')];
  await forgePerson(approver);
  const at = server.clock.now();
  const approval = { kind: 'setting', authorId: author.user.id, approverId: approver.user.id } as const;
  const checked = server.app.db.tx(async (tx) => {
    const row = await tx.one<RowMac>(sql`
      select ${macColumns('person')} from person c where c.id = ${author.user.id}`);
    const proposed = { table: 'person', key: author.user.id, ...row } as const;
    return checkApprover(server.app, tx, { ...approval, proposed, proposedAt: at, at, overrule: 'for the test' });
  });
  await expect(checked).rejects.toMatchObject({ code: 'http.forbidden' });
});

describe('a role of today that was dated back a month past the program', () => {
  let fay: Session;
  beforeAll(async () => {
    fay = await server.register();
    await setRoles(server, [await staff('admin'), await staff('admin')], fay, ['finance']);
    fay = await server.signIn({ email: fay.user.email });
    await forge(
      server.ownerUrl,
      sql`alter table audit_entry disable trigger user`,
      sql`update approval_request set created_at = created_at - interval '30 days', expires_at = expires_at - interval '30 days',
                 decided_at = decided_at - interval '30 days' where client_id = ${fay.user.id}`,
      sql`update audit_entry set created_at = created_at - interval '30 days' where client_id = ${fay.user.id}`,
      sql`alter table audit_entry enable trigger user`,
    );
  });
  const credit = async (id: string, as: Session) =>
    codeOf(await asker(server)('POST /api/staff/payments/credit', as, { payment_id: id, received: '12000' }));

  it('approves no payment, and is reported', async () => {
    const id = await reported(server, await newPayer(server), '12000');
    expect(await credit(id, fay)).toBe('http.forbidden');
    expect(server.logged.some((line) => line.includes('outside Atrium') && line.includes('approval_request'))).toBe(
      true,
    );
  });
});

it('a person of whom an earlier request about their roles was deleted approves nothing, and is named', async () => {
  const [whom, adam] = [await staff('finance'), await staff('admin')];
  await gaveRole(server, adam, whom, 20);
  await gaveRole(server, adam, whom, 10);
  const payer = await newPayer(server);
  const credit = async () => {
    const id = await reported(server, payer, '100');
    return codeOf(await asker(server)('POST /api/staff/payments/credit', whom, { payment_id: id, received: '100' }));
  };
  expect(await credit()).toBeUndefined();
  await forge(
    server.ownerUrl,
    sql`delete from approval_request where client_id = ${whom.user.id} and decided_at < ${server.clock.now()}::timestamptz - interval '15 days'`,
  );
  expect(await credit()).toBe('http.forbidden');
  const { findings } = await server.db.snapshot(verifyPeople);
  expect(findings).toContainEqual({ clientId: whom.user.id, what: 'requests about roles', logged: '2', stored: '1' });
});

describe('what protects money', () => {
  let own: TestServer;
  let ada: Session;
  let bob: Session;
  beforeAll(async () => {
    own = await startServer();
    const made = async (): Promise<Session> => {
      const { user } = await own.register();
      await own.db.run(sql`update person set email_verified_at = created_at where id = ${user.id}`);
      await makeFirstAdministrator({ ...own.app, db: own.db }, user.email);
      return own.signIn({ email: user.email });
    };
    [ada, bob] = [await made(), await made()];
  });
  afterAll(() => own.close());

  const secondApprover = async () => (await own.call('POST /api/staff/settings/approvers', { as: ada })).body;
  const change = async () =>
    codeOf(
      await own.call('POST /api/staff/settings/protected', {
        as: ada,
        body: {
          key: 'payments.review_hours',
          value: 30,
          version: 0,
          reason: 'as agreed',
          current_password: goodPassword,
        },
      }),
    );

  it('cannot be confirmed by a person who was made an administrator past the program', async () => {
    expect(await secondApprover()).toEqual({ approver_needed: true, approvers: 1 });
    const { user } = await own.register();
    await forge(own.ownerUrl, sql`update person set roles = '{client,admin}' where id = ${user.id}`);
    expect(await secondApprover()).toEqual({ approver_needed: true, approvers: 1 });
    await forge(own.ownerUrl, sql`update person set roles = '{client}' where id = ${user.id}`);
  });

  it.each([
    ['the role is taken', sql`roles = '{client}'`],
    ['a block is put', sql`blocked_at = '2020-01-01'`],
  ])('cannot be changed by one person alone where %s past the program', async (_, set) => {
    await forge(own.ownerUrl, sql`update person set ${set} where id = ${bob.user.id}`);
    expect(await secondApprover()).toEqual({ approver_needed: true, approvers: 0 });
    expect(await change()).toBe('settings.no_approver');
    await forge(
      own.ownerUrl,
      sql`update person set roles = '{client,admin}', blocked_at = null where id = ${bob.user.id}`,
    );
    expect(await secondApprover()).toEqual({ approver_needed: true, approvers: 1 });
  });
});
