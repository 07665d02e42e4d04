import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '#server/ledger/post.ts';
import { extendAuditChain } from '../audit/chain.ts';
import { writeAudit } from '../audit/audit.ts';
import { readConfig } from '../config/config.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, external, type TestWallet } from '#test/money/wallet.ts';
import { connect, type Db } from './database.ts';
import { newClient } from './connection/client.ts';
import { MIGRATION_LOCK } from './migrate.ts';
import { allowServing } from './serving-role.ts';
import { sql, type Sql } from './sql.ts';

/** What the role of the running server can do, on the whole schema. */
const { db: owner, url, serving: servingUrl, drop } = await testDatabase();
const clock = { now: () => new Date('2026-03-02T12:00:00Z') };
const production = { demo: false };
let serving: Db;
let wallet: TestWallet;

beforeAll(async () => {
  wallet = await clientWithWallet(owner, 1000n);
  // Several instances start at once.
  await Promise.all([1, 2, 3, 4].map(() => allowServing(url, servingUrl, production)));
  serving = connect(servingUrl, { info() {}, warn() {}, error() {} }, { secrets: readConfig({}) });
});
afterAll(async () => {
  await serving.close();
  await drop();
});

const text = (statement: string): Sql => sql([statement]);

describe('the role that serves', () => {
  it('is another one, and no superuser', async () => {
    const notified = await serving.one(text("select current_user as name, current_setting('is_superuser') as super"));
    expect(notified).toEqual({ name: 'atrium_serving', super: 'off' });
  });

  it('moves money, and writes and chains the audit log', async () => {
    await serving.tx((tx) =>
      post(tx, { scope: 'test', key: newId(), kind: 'deposit', at: clock.now() }, [
        { account: external.code, amountMinor: -5n },
        { account: wallet.available, amountMinor: 5n },
      ]),
    );
    expect(await balancesOf(serving, wallet)).toEqual([1005n, 0n]);
    const details = { level: '3' };
    await serving.tx((tx) => writeAudit(tx, clock, { actorId: wallet.clientId, action: 'clients.set_level', details }));
    expect(await extendAuditChain({ db: serving, clock })).toMatchObject({ seq: 1n });
  });

  it.each([
    'create table mine (n int)',
    'create temporary table mine (n int)',
    'alter table ledger_posting disable trigger ledger_posting_append_only',
    'alter table person add mine int',
    'drop trigger audit_entry_append_only on audit_entry',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop table outbox',
    'truncate session',
    'update schema_migration set checksum = name',
    'update ledger_posting set amount = amount + 1',
    'delete from ledger_transaction',
    "update audit_entry set details = '{}'",
    'delete from audit_chain',
    'update audit_chain_pending set entry_id = entry_id',
    'delete from payment',
    'update conversation_message set id = id',
    'delete from client_note',
    'update demo_clock set ahead_ms = ahead_ms + 1',
    'delete from demo_clock',
    'delete from first_sign_in',
    'delete from staff_origin',
    "update staff_origin set origin = 'network 192.0.2.1'",
    "set session_replication_role = 'replica'",
    'set role atrium',
    "copy client to program 'cat'",
  ])('cannot %s', async (statement) => {
    await expect(serving.run(text(statement))).rejects.toThrow(/permission denied|must be owner|must be able to/);
  });

  it('is not one that owns the tables, and is in the same database', async () => {
    const superuser = url.replace(/\/\/[^@]+@/, '//postgres@');
    await expect(allowServing(superuser, url, production)).rejects.toThrow('owns tables');
    const elsewhere = await testDatabase();
    await expect(allowServing(elsewhere.url, servingUrl, production)).rejects.toThrow('different databases');
    await elsewhere.drop();
    // The same role by another spelling of its address keeps its rights.
    await allowServing(`${url}${url.includes('?') ? '&' : '?'}application_name=again`, url, production);
    expect(await owner.run(text('update ledger_account set code = code where false'))).toBe(0);
    expect(await owner.one(text("select has_table_privilege('ledger_posting', 'truncate') as has"))).toEqual({
      has: true,
    });
  });

  it('gets its rights while an index is built concurrently, which waits for the end of every statement', async () => {
    const holder = newClient({ connectionString: url });
    const builder = newClient({ connectionString: url });
    await Promise.all([holder.connect(), builder.connect()]);
    await holder.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const granted = allowServing(url, servingUrl, production);
    await expect
      .poll(() =>
        owner.one(sql`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'atrium roles'`),
      )
      .toEqual({ n: 1 });
    await builder.query('set lock_timeout = 5000');
    await builder.query('create index concurrently if not exists later_index on rate_window (started_at)');
    await holder.end();
    await granted;
    await builder.query('drop index later_index');
    await builder.end();
  });

  it('may use what a later migration makes, from its first moment', async () => {
    await owner.run(text('create table made_later (n int)'));
    expect(await serving.run(text('insert into made_later values (1)'))).toBe(1);
    await owner.run(text('drop table made_later'));
  });

  it('may still change rows that are meant to', async () => {
    expect(await serving.run(text("update person set language = 'de'"))).toBe(1);
    expect(await serving.run(text('delete from rate_window'))).toBe(0);
  });

  it('has rights on everything that the owner has made, and on no more than rows', async () => {
    const rights = await owner.rows<{ right: string }>(sql`
      select distinct privilege_type as right from information_schema.role_table_grants where grantee = 'atrium_serving'`);
    expect(rights.map(({ right }) => right).toSorted()).toEqual(['DELETE', 'INSERT', 'SELECT', 'UPDATE']);
    const unseen = await owner.rows(sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
        and not has_table_privilege('atrium_serving', oid, 'select')`);
    expect(unseen).toEqual([]);
  });
});
