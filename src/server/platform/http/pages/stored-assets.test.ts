import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { sql } from '#server/platform/db/sql.ts';
import { testDatabase } from '#test/database.ts';
import { openStoredAssets } from './stored-assets.ts';

const { db, drop } = await testDatabase();
const config = readConfig({ NODE_ENV: 'test' });
afterAll(drop);

const folders: string[] = [];
const opened: { stop(): void }[] = [];
beforeEach(async () => {
  await db.run(sql`delete from web_asset`);
  return () => {
    vi.restoreAllMocks();
    for (const each of opened.splice(0)) each.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  };
});

/** An instance whose web client has these files. */
async function start(files: Record<string, string | Buffer> = {}, withConfig = config) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-assets-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const assets = openStoredAssets({ db, config: withConfig }, folder);
  opened.push(assets);
  await assets.store();
  return assets;
}

const code = 'export const value = 1;';
const packed = (name: string) => ({ [name]: code, [`${name}.gz`]: gzipSync(code), [`${name}.br`]: 'ignored' });

it('an instance finds the files of another version', async () => {
  await start({ ...packed('home-AAAA.js'), 'sans-AAAA.woff2': 'font' });
  const other = await start(packed('home-BBBB.js'));
  const found = await other.find('home-AAAA.js', true);
  expect(found?.headers).toEqual({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'content-encoding': 'gzip',
  });
  expect(gunzipSync(found?.body ?? '').toString()).toBe(code);
  const plain = await other.find('home-AAAA.js', false);
  expect(plain?.headers).not.toHaveProperty('content-encoding');
  expect(plain?.body.toString()).toBe(code);
  expect((await other.find('sans-AAAA.woff2', true))?.body.toString()).toBe('font');
  expect(await other.find('home-CCCC.js', true)).toBeUndefined();
});

it('code that somebody writes into the database is not served, and the own file is stored again', async () => {
  await start(packed('home-AAAA.js'));
  const find = async (path: string) => (await start()).find(path, false);
  await db.run(
    sql`insert into web_asset select 'evil-AAAA.js', body, is_gzip, mac, used_at from web_asset where path = 'home-AAAA.js'`,
  );
  expect(await find('evil-AAAA.js')).toBeUndefined();
  for (const change of [sql`body = 'evil'`, sql`is_gzip = false`]) {
    await db.run(sql`update web_asset set ${change} where path = 'home-AAAA.js'`);
    expect(await find('home-AAAA.js')).toBeUndefined();
    await start(packed('home-AAAA.js'));
    expect((await find('home-AAAA.js'))?.body.toString()).toBe(code);
  }
});

it('an instance with a new secret serves what was stored under the former one', async () => {
  await start(packed('home-AAAA.js'));
  const appSecret = 'another secret of more than thirty-two letters';
  const other = await start({}, { ...config, appSecret, formerSecret: config.appSecret });
  expect(await other.find('home-AAAA.js', true)).toBeDefined();
  const stranger = await start({}, { ...config, appSecret });
  expect(await stranger.find('home-AAAA.js', true)).toBeUndefined();
});

it('whatever strangers ask for, the database is read once a second and once for each file', async () => {
  await start({ ...packed('home-AAAA.js'), ...packed('card-AAAA.js') });
  const other = await start();
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const reads = () =>
    sent.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('from web_asset')).length;
  const ask = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => other.find(`${name}-${n}.js`, true)));
  expect((await ask(100, 'none')).filter(Boolean)).toEqual([]);
  expect(reads()).toBe(1);
  const found = await Promise.all(Array.from({ length: 100 }, () => other.find('home-AAAA.js', true)));
  expect(new Set(found.map((each) => each?.body)).size).toBe(1);
  expect(reads()).toBe(2);
  await start(packed('home-BBBB.js'));
  const before = reads();
  const [late] = await Promise.all([other.find('home-BBBB.js', true), ask(100, 'none')]);
  expect(late).toBeDefined();
  // The list, and the file.
  expect(reads() - before).toBe(2);
});

it('files that no instance has used for 30 days are deleted at a start', async () => {
  await start({ ...packed('home-AAAA.js'), ...packed('both-AAAA.js') });
  await db.run(sql`update web_asset set used_at = now() - interval '31 days'`);
  const other = await start({ ...packed('home-BBBB.js'), ...packed('both-AAAA.js') });
  expect(await other.find('home-AAAA.js', true)).toBeUndefined();
  expect(await other.find('both-AAAA.js', true)).toBeDefined();
});

it('instances that start at once store each file once', async () => {
  await Promise.all([start(packed('home-AAAA.js')), start(packed('home-AAAA.js')), start(packed('home-AAAA.js'))]);
  expect(await db.one(sql`select count(*)::int as stored from web_asset`)).toEqual({ stored: 1 });
});
