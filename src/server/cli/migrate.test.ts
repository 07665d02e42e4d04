import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { newClient } from '#server/platform/db/connection/client.ts';
import { MIGRATION_LOCK } from '#server/platform/db/migrate.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emptyDatabase } from '#test/database.ts';

const { db, url, serving, drop } = await emptyDatabase('');
afterAll(drop);

const root = resolve(import.meta.dirname, '../../..');
const files = readdirSync(resolve(root, 'migrations')).filter((name) => name.endsWith('.sql'));
const [all, first, last] = [files.length, files.toSorted()[0], files.toSorted().at(-1)];

interface Message {
  code: number;
  stdout: string;
  stderr: string;
}

/** As an operator runs it, on a database with two roles. */
function run(...words: string[]): Promise<Message> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: serving, DATABASE_OWNER_URL: url };
  const line = ['--import', 'tsx', 'src/server/cli/migrate.ts', ...words];
  return promisify(execFile)(process.execPath, line, { cwd: root, env }).then(
    (text) => ({ code: 0, ...text }),
    (failure: Message) => failure,
  );
}

const isEmpty = async () =>
  (await db.one<{ empty: boolean }>(sql`select to_regclass('schema_migration') is null as empty`)).empty;

describe('bin/migrate', () => {
  it('--check says how many migrations wait, and changes nothing', async () => {
    const stderr = `atrium: migrations that wait: ${all}, from ${first} on; what is connected now works with them\n`;
    expect(await run('--check')).toMatchObject({ code: 1, stdout: '', stderr });
    expect(await isEmpty()).toBe(true);
  });

  it('waits while another process migrates, then applies them once, also when run twice at a time', async () => {
    const other = newClient({ connectionString: url });
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const both = Promise.all([run(), run()]);
    await expect
      .poll(() =>
        db.one(sql`
          select count(*)::int as waiting from pg_stat_activity
          where application_name = 'atrium migrate' and query like '%try_advisory_lock%' and datname = current_database()`),
      )
      .toEqual({ waiting: 2 });
    expect(await isEmpty()).toBe(true);
    await other.end();
    const outcomes = (await both).toSorted((one, another) => another.stdout.length - one.stdout.length);
    expect(outcomes).toEqual([
      { code: 0, stdout: `Migrations applied: ${all}, up to ${last}\n`, stderr: '' },
      { code: 0, stdout: 'Migrations applied: 0\n', stderr: '' },
    ]);
  });

  it('leaves nothing to do, and lets the serving role read', async () => {
    expect(await run('--check')).toEqual({ code: 0, stdout: 'No migration waits.\n', stderr: '' });
    const client = newClient({ connectionString: serving });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as applied from schema_migration');
    await client.end();
    expect(rows).toEqual([{ applied: all }]);
  });

  it('works on a schema to which a newer version has only added', async () => {
    await db.run(sql`insert into schema_migration (name, checksum, works_with) values ('9999_later.sql', '', '0.1.0')`);
    expect(await run()).toMatchObject({ code: 0, stdout: 'Migrations applied: 0\n' });
    expect(await run('--check')).toMatchObject({ code: 0, stdout: 'No migration waits.\n' });
    await db.run(sql`delete from schema_migration where name = '9999_later.sql'`);
  });

  it('refuses a database of a newer version', async () => {
    await db.run(sql`insert into schema_migration (name, checksum) values ('9999_later.sql', '')`);
    for (const words of [[], ['--check']]) {
      const { code, stdout, stderr } = await run(...words);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain('9999_later.sql was applied by a newer version');
    }
  });
});
