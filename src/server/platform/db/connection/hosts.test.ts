import { dirname } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServerOf, type DebianServer } from '#test/database/debian-postgres.ts';
import { readConfig } from '../../config/config.ts';
import { newClient } from './client.ts';
import { connect, type Db } from '../database.ts';
import { accountFor } from '../embedded/account.ts';
import { findBinaries } from '../embedded/binaries.ts';
import { addressesOf } from './hosts.ts';
import { sql } from '../sql.ts';

describe('the hosts of an address', () => {
  it.each([
    ['postgresql://u:a,b@db.example/atrium', ['postgresql://u:a,b@db.example/atrium']],
    ['postgresql://u:p@/atrium?host=%2Frun%2Fpg', ['postgresql://u:p@/atrium?host=%2Frun%2Fpg']],
    [
      'postgresql://u:p@a.example:5433,[::1],b.example/atrium?sslmode=verify-full&target_session_attrs=read-write',
      [
        'postgresql://u:p@a.example:5433/atrium?sslmode=verify-full',
        'postgresql://u:p@[::1]/atrium?sslmode=verify-full',
        'postgresql://u:p@b.example/atrium?sslmode=verify-full',
      ],
    ],
    [
      'postgresql://u:p@/atrium?host=a.example,/run/pg&port=5432,5433',
      ['postgresql://u:p@/atrium?host=a.example&port=5432', 'postgresql://u:p@/atrium?host=%2Frun%2Fpg&port=5433'],
    ],
  ])('%s', (url, addresses) => expect(addressesOf(url)).toEqual(addresses));

  it.each(['any', 'standby', 'prefer-standby', 'read-only', ''])('may not be %s', (kind) => {
    const url = `postgresql://a.example,b.example/atrium?target_session_attrs=${kind}`;
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('target_session_attrs has to be read-write or primary');
  });
});

describe('a database of several hosts', () => {
  let one: DebianServer;
  let other: DebianServer;
  let url: string;
  let db: Db;

  beforeAll(async () => {
    const bin = dirname(findBinaries(accountFor(undefined)).postgres);
    [one, other] = [await startServerOf(bin), await startServerOf(bin)];
    await accept(one, false);
    url = `postgresql://postgres@/postgres?host=/nowhere,${one.folder},${other.folder}&target_session_attrs=read-write`;
    db = connect(url, { info() {}, warn() {}, error() {} }, { connections: 3 });
  });
  afterAll(async () => {
    await db.close();
    await Promise.all([one.stop(), other.stop()]);
  });

  const folder = sql`select current_setting('unix_socket_directories') as folder`;

  it('is used at the one that accepts writes', async () => {
    expect(await db.one(folder)).toEqual({ folder: other.folder });
    const client = newClient({ connectionString: url });
    await client.connect();
    expect((await client.query('select current_setting($1) as folder', ['unix_socket_directories'])).rows).toEqual([
      { folder: other.folder },
    ]);
    await client.end();
  });

  it('follows the primary to another host, in transactions and in notices', async () => {
    const noticed: (string | undefined)[] = [];
    db.changes.on('people', (change) => noticed.push(change?.key));
    await expect.poll(() => db.changes.isUp()).toBe(true);
    await accept(other, false);
    await accept(one, true);
    // One of the old connections is noticed by what it cannot write, others by their end.
    await expect(db.tx((tx) => tx.run(sql`create table here (n int)`))).rejects.toThrow('read-only transaction');
    await end(other);
    await expect.poll(() => db.one(folder).catch((error: Error) => error.message)).toEqual({ folder: one.folder });
    await db.tx((tx) => tx.run(sql`create table here (n int)`));
    await expect.poll(() => db.changes.isUp()).toBe(true);
    await db.run(sql`select pg_notify('atrium_changes', 'people somebody 1')`);
    await expect.poll(() => noticed).toContain('somebody');
  });

  it('says so when none accepts writes', async () => {
    await accept(one, false);
    const client = newClient({ connectionString: url });
    await expect(client.connect()).rejects.toThrow('no host of the address accepts writes');
  });
});

/** Lets a server accept writes as a primary does, or not as a standby. */
async function accept(server: DebianServer, writes: boolean): Promise<void> {
  const isReadOnly = writes ? 'off' : 'on';
  await onServer(server, `alter system set default_transaction_read_only = ${isReadOnly}`);
  await onServer(server, 'select pg_reload_conf()');
  const settled = async () =>
    expect(await onServer(server, 'show default_transaction_read_only')).toEqual([
      { default_transaction_read_only: isReadOnly },
    ]);
  await vi.waitFor(settled, 30_000);
}

const end = (server: DebianServer) =>
  onServer(
    server,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  );

async function onServer(server: DebianServer, text: string): Promise<object[]> {
  const client = new pg.Client(server.address('postgres'));
  await client.connect();
  try {
    return (await client.query(text)).rows as object[];
  } finally {
    await client.end();
  }
}
