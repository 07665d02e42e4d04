import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { schemaPages } from '#test/schema/pages.ts';
import { sql } from './sql.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

describe('docs/schema', () => {
  it('describes the database as it is; `npm run schema:docs` writes it again', async () => {
    const pages = await schemaPages(db, resolve('migrations'));
    const written = readdirSync(resolve('docs/schema')).map((name): [string, string] => [
      name,
      readFileSync(resolve('docs/schema', name), 'utf8'),
    ]);
    expect(new Map(written)).toEqual(pages);
  });

  it('names each table on one page', async () => {
    const tables = await db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_name <> 'schema_migration'`);
    const byName = (one = '', other = '') => one.localeCompare(other);
    const pages = [...(await schemaPages(db, resolve('migrations'))).values()].join('\n');
    const headings = [...pages.matchAll(/^## (\w+)/gm)].map(([, name]) => name);
    expect(headings.toSorted(byName)).toEqual(tables.map(({ name }) => name).toSorted(byName));
  });

  it('has a comment for every table', async () => {
    const bare = await db.rows(sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
        and relname <> 'schema_migration' and obj_description(oid) is null`);
    expect(bare).toEqual([]);
  });
});
