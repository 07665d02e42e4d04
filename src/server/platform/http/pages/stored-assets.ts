import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { App } from '../../app.ts';
import { sql } from '../../db/sql.ts';
import { isMacOf, macOf } from '../../secrets/token.ts';

type World = Pick<App, 'db' | 'config'>;

/** So long may a page of a former version stay open and still load its screens. */
const keptDays = 30;
const noteEveryMs = 86_400_000;

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

  /** A file of another version; undefined when there is none, or when it is not what an instance has stored. */
  async function find(path: string, acceptsGzip: boolean) {
    const [found] = await db.rows<Stored>(sql`
      select body, is_gzip as "isGzip", mac from web_asset where path = ${path}`);
    if (!found || !isOurs(path, found)) return undefined;
    const isPacked = found.isGzip && acceptsGzip;
    const headers = {
      'content-type': types[extname(path)] ?? 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
    };
    return { headers, body: found.isGzip && !isPacked ? gunzipSync(found.body) : found.body };
  }

  return { store, find, stop: () => clearInterval(noting) };
}
