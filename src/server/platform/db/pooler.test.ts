import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { debianVersions, startDebianServer, type DebianServer } from '#test/database/debian-postgres.ts';
import { accountFor } from './embedded/account.ts';
import { connect } from './database.ts';
import { refuseTransactionPooler } from './pooler.ts';
import { sql } from './sql.ts';

const pgbouncer = '/usr/sbin/pgbouncer';

/** Needs Debian's packages postgresql-15 and pgbouncer. */
const [debian = ''] = debianVersions();

describe.skipIf(debian === '' || !existsSync(pgbouncer))('behind PgBouncer (skipped where it is missing)', () => {
  let server: DebianServer;
  let pooler: ChildProcess;
  let folder: string;

  beforeAll(async () => {
    server = await startDebianServer(debian);
    folder = join(server.folder, 'pooler');
    const { uid, gid } = accountFor(undefined);
    mkdirSync(folder);
    chownSync(folder, uid, gid);
    const file = join(folder, 'pooler.ini');
    const database = (mode: string) =>
      `${mode} = host=${server.folder} dbname=postgres user=postgres pool_mode=${mode}`;
    writeFileSync(
      file,
      `[databases]\n${database('session')}\n${database('transaction')}\n
[pgbouncer]\nlisten_addr =\nunix_socket_dir = ${folder}\nauth_type = any\nlisten_port = 5432\ndefault_pool_size = 20\n`,
    );
    pooler = spawn(pgbouncer, [file], { uid, gid, stdio: 'ignore' });
    for (let n = 0; n < 100 && !existsSync(join(folder, '.s.PGSQL.5432')); n += 1) await sleep(50);
  });
  afterAll(async () => {
    const ended = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await ended;
    await server.stop();
  });
  const address = (mode: string) => `postgresql://postgres@/${mode}?host=${encodeURIComponent(folder)}`;

  it('that lends connections by transaction is refused at the start with the reason', async () => {
    await expect(refuseTransactionPooler(address('transaction'))).rejects.toThrow('set pool_mode = session');
  });

  it('that lends them by transaction, a statement prepared on one connection is not there on the next', async () => {
    const [one, other] = [new pg.Client(address('transaction')), new pg.Client(address('transaction'))];
    await Promise.all([one.connect(), other.connect()]);
    await one.query({ name: 'again', text: 'select 1' });
    const second = other.query({ name: 'again', text: 'select 1' });
    await expect(second).rejects.toThrow('already exists');
    await Promise.all([one.end(), other.end()]);
  });

  it('that gives each connection a session, works with its limits', async () => {
    await refuseTransactionPooler(address('session'));
    const db = connect(address('session'), { info() {}, warn() {}, error() {} }, { connections: 3 });
    expect(await db.one(sql`show jit`)).toEqual({ jit: 'off' });
    expect(await db.one(sql`show statement_timeout`)).toEqual({ statement_timeout: '15s' });
    await Promise.all(Array.from({ length: 30 }, (_, n) => db.one(sql`select ${n}::int as n`)));
    expect(await db.tx((tx) => tx.one(sql`select 1 as one`))).toEqual({ one: 1 });
    await db.close();
  });

  it('a server without a pooler is taken as it is', async () => {
    await refuseTransactionPooler(server.address('postgres'));
    expect(server.folder).not.toBe('');
  });
});
