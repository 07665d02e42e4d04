import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { extendAuditChain } from '#server/platform/audit/chain.ts';
import { systemClock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emptyDatabase, testDatabase } from '#test/database.ts';
import { clientWithWallet } from '#test/money/wallet.ts';

/** The commands as an operator runs them, on a live database. */
const { db, url, drop } = await testDatabase();
afterAll(drop);

const root = resolve(import.meta.dirname, '../../..');
const { clientId, available } = await clientWithWallet(db, 1000n);
await db.tx((tx) => writeAudit(tx, systemClock, { actorId: clientId, clientId, action: 'clients.set_level' }));
await extendAuditChain({ db, clock: systemClock });

interface Message {
  code: number;
  stdout: string;
  stderr: string;
}

const run = (command: string, ...words: string[]): Promise<Message> => runOn(url, command, ...words);

async function runOn(address: string, command: string, ...words: string[]): Promise<Message> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: address };
  const line = ['--import', 'tsx', `src/server/cli/${command}.ts`, ...words];
  return promisify(execFile)(process.execPath, line, { cwd: root, env }).then(
    (text) => ({ code: 0, ...text }),
    (failure: Message) => failure,
  );
}

describe('npm run ledger:verify', () => {
  it('says that all invariants hold', async () => {
    const { code, stdout } = await run('ledger-verify');
    expect(stdout).toContain('1 transactions, 2 postings');
    expect(stdout).toMatch(/all invariants hold\n$/);
    expect(code).toBe(0);
  });

  it('checks what is not sealed, and every row on request', async () => {
    await db.run(sql`update ledger_seal set posting_id = (select max(id) from ledger_posting)`);
    expect((await run('ledger-verify')).stdout).toContain('0 transactions, 0 postings');
    const { code, stdout } = await run('ledger-verify', '--whole');
    expect(stdout).toContain('1 transactions, 2 postings');
    expect(code).toBe(0);
  });

  it('names the first row that breaks one, with exit code 1', async () => {
    await db.run(sql`alter table ledger_balance disable trigger user`);
    await db.run(sql`update ledger_balance set amount = amount + 1 where amount > 0`);
    const { code, stdout, stderr } = await run('ledger-verify');
    expect(stderr).toContain(
      `broken at ledger_balance of ${available}: it is 1001, its postings sum to 1000, and more`,
    );
    expect(stdout).not.toContain('all invariants hold');
    expect(code).toBe(1);
  });
});

describe('bin/verify people', () => {
  it('names the person whose row the audit log does not explain, with exit code 1', async () => {
    await db.run(sql`update person set roles = '{client,finance}' where id = ${clientId}`);
    const { code, stdout, stderr } = await run('people-verify');
    await db.run(sql`update person set roles = '{client}' where id = ${clientId}`);
    expect(stdout).toContain(`✗ ${clientId}: roles: the audit log says –, the table says finance`);
    expect(stderr).toContain('from the audit log');
    expect(code).toBe(1);
  });
});

describe('bin/verify files', () => {
  it('says that every file is whole', async () => {
    expect(await run('files-verify')).toMatchObject({ code: 0, stdout: '0 files are whole\n' });
  });
});

describe('npm run audit:verify', () => {
  it('says that the chain is whole, and accepts the head that it printed', async () => {
    const { code, stdout } = await run('audit-verify');
    expect(stdout).toMatch(/^1 sealed entries, 0 waiting for their seal\nhead 1:[\da-f]{64}\nthe chain is whole\n$/);
    expect(code).toBe(0);
    const [, head = ''] = /head (\S+)/.exec(stdout) ?? [];
    expect((await run('audit-verify', head)).code).toBe(0);
  });

  it('names changed entries and entries that it does not understand, with exit code 1', async () => {
    const other = await run('audit-verify', `1:${'7'.repeat(64)}`);
    expect(other).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('seal 1: it is not the one that was kept'),
    });
    expect(await run('audit-verify', 'what')).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage') });
  });
});

describe('bin/administrator', { timeout: 120_000 }, () => {
  it('makes a first and a second administrator of people with a confirmed address, and no third', async () => {
    const { email } = await db.one<{ email: string }>(sql`select email from person where id = ${clientId}`);
    await db.run(sql`update person set email_verified_at = null where id = ${clientId}`);
    const refused = async (...words: string[]) => (await run('first-administrator', ...words)).stderr;
    expect(await refused()).toContain('Usage');
    expect(await refused('nobody@example.com')).toContain('no profile is registered');
    expect(await refused(email)).toContain('not confirmed');
    await db.run(sql`update person set email_verified_at = now() where id = ${clientId}`);
    expect(await run('first-administrator', email.toUpperCase())).toMatchObject({ code: 0 });
    expect(await db.one(sql`select roles from person where id = ${clientId}`)).toEqual({ roles: ['client', 'admin'] });
    expect(await refused(email)).toContain('an administrator already');
    const other = await clientWithWallet(db);
    const address = async ({ clientId: id }: { clientId: string }) => {
      await db.run(sql`update person set email_verified_at = now() where id = ${id}`);
      return (await db.one<{ email: string }>(sql`select email from person where id = ${id}`)).email;
    };
    expect(await run('first-administrator', await address(other))).toMatchObject({ code: 0 });
    const events = await db.rows(sql`
      select payload ->> 'staffId' as "staffId", payload ->> 'by' as by from outbox where name = 'staff.administrators_changed'`);
    expect(events).toEqual([{ staffId: clientId, by: 'bin/administrator' }]);
    expect(await refused(await address(await clientWithWallet(db)))).toContain('there are two administrators');
    await db.run(sql`update person set roles = '{client}' where id = ${other.clientId}`);
  });

  it('turns off an administrator’s second factor, ends the sessions, and notifies all administrators', async () => {
    const { email } = await db.one<{ email: string }>(sql`select email from person where id = ${clientId}`);
    const reset = (...words: string[]) => run('first-administrator', '--reset-second-factor', ...words);
    expect((await reset()).stderr).toContain('Usage');
    expect((await reset(email, 'more')).stderr).toContain('Usage');
    expect((await reset('nobody@example.com')).stderr).toContain('no profile is registered');
    expect((await reset(email)).stderr).toContain('no second factor');

    const another = newId();
    await db.run(sql`
      insert into person (id, email, password_hash, first_name, second_name, country, language, roles, roles_approval_request_id, created_at)
      select ${another}, 'ada@example.com', password_hash, first_name, second_name, country, language, roles, roles_approval_request_id, created_at
      from person where id = ${clientId}`);
    await db.run(sql`
      insert into totp (person_id, secret_encrypted, created_at, confirmed_at) values (${clientId}, 'sealed', now(), now())`);
    await db.run(sql`
      insert into session (id, person_id, token_hash, binding_hash, remember, address, created_at, last_seen_at, expires_at, ends_at, idle)
      values (${newId()}, ${clientId}, 'a', 'b', false, '', now(), now(), now() + interval '1 hour', now() + interval '1 hour', '1 hour')`);
    await db.run(sql`update person set second_factor_at = now() where id = ${clientId}`);
    expect(await reset(email)).toMatchObject({ code: 0, stdout: expect.stringContaining(email) });
    expect(await db.one(sql`select second_factor_at as at from person where id = ${clientId}`)).toEqual({ at: null });
    expect(await db.rows(sql`select from totp where person_id = ${clientId}`)).toEqual([]);
    expect(await db.rows(sql`select from session where person_id = ${clientId} and revoked_at is null`)).toEqual([]);
    const events = await db.rows(sql`select name, payload from outbox order by id desc limit 2`);
    expect(events).toMatchObject([
      { name: 'staff.administrator_reset', payload: { staffId: another } },
      { name: 'auth.security_changed', payload: { clientId, change: 'second_factor_reset' } },
    ]);
    const [entry] = await db.rows(sql`select client_id, details from audit_entry order by id desc limit 1`);
    expect(entry).toEqual({ client_id: clientId, details: { code: 'device_lost', comment: 'bin/administrator' } });

    await db.run(sql`update person set roles = '{client}' where id = ${clientId}`);
    expect((await reset(email)).stderr).toContain('no administrator');
  });
});

describe('on a database without a table', () => {
  it.each(['ledger', 'audit', 'settings', 'files', 'allotment'])(
    'bin/verify %s says in a sentence that it is empty',
    async (what) => {
      const empty = await emptyDatabase('');
      const text = await runOn(empty.url, `${what}-verify`, ...(what === 'allotment' ? ['NONE'] : []));
      await empty.drop();
      expect(text).toMatchObject({
        code: 1,
        stdout: '',
        stderr:
          'atrium: The database is empty, so there is nothing to verify: start Atrium once or restore a backup first.\n',
      });
    },
  );
});
