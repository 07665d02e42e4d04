import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { superuser, testDatabase, type TestDatabase } from '#test/database.ts';
import { sql } from '../sql.ts';
import { testRestore } from './test-restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-proof-'));
const migrations = resolve('migrations');
let source: TestDatabase;

beforeEach(async () => void (source = await testDatabase()));
afterEach(() => source.drop());
/** The whole schema is built in each. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const prove = () => testRestore({ owner: source.url, admin: superuser }, folder, migrations);
/** What a proof left behind. */
const left = async () => [
  ...readdirSync(folder),
  ...(await source.db.rows(sql`select datname from pg_database where datname = 'atrium_restore_proof'`)),
];

it('saves the database, restores it into one of its own, and leaves nothing', async () => {
  await prove();
  expect(await left()).toEqual([]);
});

it('fails with the reason when what is there cannot be restored', async () => {
  await source.db.run(sql`alter table job add column by_hand int`);
  await expect(prove()).rejects.toThrow('whose tables its migrations do not explain');
  expect(await left()).toEqual([]);
});

it('explains when the role may not create databases', async () => {
  const admin = async () => {
    const client = new pg.Client(source.url);
    await client.connect();
    return client;
  };
  const trying = testRestore({ owner: source.url, admin }, folder, migrations);
  await expect(trying).rejects.toThrow('may not create another one');
  expect(await left()).toEqual([]);
});
