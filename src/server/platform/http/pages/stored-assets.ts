import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { App } from '../../app.ts';
import { sql } from '../../db/sql.ts';
import { isMacOf, macOf } from '../../secrets/token.ts';

type World = Pick<App, 'db' | 'config'>;

/** So long may a page of a former version stay open and still load its screens. */
const keptDays = 30;
const noteEveryMs = 86_400_000;
/** Anyone may ask for any path: for those that are unknown, the list of all is read again once in so long. */
const pauseMs = 1000;
/** How many files stay in memory; a version has about as many. */
const mostKept = 300;

const unpack = promisify(gunzip);

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

interface Stored {
  body: Buffer;
  isGzip: boolean;
  mac: Buffer;
}

const contentOf = (path: string, { body, isGzip }: Omit<Stored, 'mac'>) =>
  JSON.stringify([path, isGzip, createHash('sha256').update(body).digest('hex')]);

/**
 * The built files of all versions that serve or served a while ago. Two versions run side by side during an upgrade, and a page
 * of one asks an instance of the other for its files; their names hold a hash of their content, so they never differ by version.
 */
export function openStoredAssets({ db, config }: World, folder: string) {
  let noting: NodeJS.Timeout | undefined;
  let known = new Set<string>();
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const kept = new Map<string, ReturnType<typeof read>>();

  /** Stores those of this version that are not stored yet, and deletes those that no instance has used for long. */
  async function store(): Promise<void> {
    const all = await readdir(folder);
    const names = new Set(all);
    const own = all.filter((name) => extname(name) in types);
    const stored = new Set(await note(own));
    for (const path of own.filter((each) => !stored.has(each))) {
      const isGzip = names.has(`${path}.gz`);
      const body = await readFile(join(folder, isGzip ? `${path}.gz` : path));
      const mac = macOf(config.appSecret, 'web_asset', contentOf(path, { body, isGzip }));
      await db.run(sql`
        insert into web_asset (path, body, is_gzip, mac, used_at) values (${path}, ${body}, ${isGzip}, ${mac}, now())
        on conflict (path) do update set body = excluded.body, is_gzip = excluded.is_gzip, mac = excluded.mac, used_at = now()`);
    }
    await db.run(sql`delete from web_asset where used_at < now() - ${keptDays} * interval '1 day'`);
    noting = setInterval(() => void note(own).catch(() => {}), noteEveryMs).unref();
  }

  /** Returns those that are stored as an instance with this secret stores them. */
  async function note(own: readonly string[]): Promise<string[]> {
    const rows = await db.rows<Stored & { path: string }>(sql`
      update web_asset set used_at = now() where path = any(${own}) returning path, body, is_gzip as "isGzip", mac`);
    return rows.filter((each) => isOurs(each.path, each)).map(({ path }) => path);
  }

  const isOurs = (path: string, stored: Stored) => isMacOf(config, 'web_asset', contentOf(path, stored), stored.mac);

  /** Shared by all who ask within the pause. What is stored after it began counts for those who ask after that. */
  const readPaths = (): Promise<void> =>
    (reading ??= (async () => {
      await sleep(Math.max(0, readAt + pauseMs - performance.now()));
      readAt = performance.now();
      reading = undefined;
      const rows = await db.rows<{ path: string }>(sql`select path from web_asset`);
      known = new Set(rows.map(({ path }) => path));
    })());

  async function read(path: string, acceptsGzip: boolean): Promise<{ body: Buffer; isPacked: boolean } | undefined> {
    const [found] = await db.rows<Stored>(sql`
      select body, is_gzip as "isGzip", mac from web_asset where path = ${path}`);
    if (!found || !isOurs(path, found)) return undefined;
    const isPacked = found.isGzip && acceptsGzip;
    return { isPacked, body: found.isGzip && !isPacked ? await unpack(found.body) : found.body };
  }

  /** One that was right once stays so: its name holds a hash of its content. */
  function keep(path: string, acceptsGzip: boolean) {
    const key = `${path} ${acceptsGzip}`;
    const present = kept.get(key);
    if (present) return present;
    const body = read(path, acceptsGzip);
    kept.set(key, body);
    const forget = () => void kept.delete(key);
    void body.then((found) => found ?? forget(), forget);
    const [oldest = key] = kept.keys();
    if (kept.size > mostKept) kept.delete(oldest);
    return body;
  }

  /** A file of another version; undefined when there is none, or when it is not what an instance has stored. */
  async function find(path: string, acceptsGzip: boolean) {
    if (!known.has(path)) await readPaths();
    if (!known.has(path)) return undefined;
    const found = await keep(path, acceptsGzip);
    if (!found) return undefined;
    const headers = {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(found.isPacked ? { 'content-encoding': 'gzip' } : {}),
    };
    return { headers, body: found.body };
  }

  return { store, find, stop: () => clearInterval(noting) };
}
