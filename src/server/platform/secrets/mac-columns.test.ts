import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { sql } from '../db/sql.ts';
import { secured, type SecuredTable } from './row-macs.ts';

/** Compares the columns that the MACs cover with those that the database has. */
let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const tables = Object.keys(secured) as SecuredTable[];
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();
const columnsIn = (text: string, alias: string) =>
  sorted([...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'gi'))].map(([, name = '']) => name));

describe('a trigger that removes the MAC', () => {
  it('monitors the columns that the MAC covers, and the list of such triggers is complete', async () => {
    const triggers = await server.db.rows<{ table: SecuredTable; text: string }>(sql`
      select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as text from pg_trigger where tgname like '%\\_drop\\_mac'`);
    expect(triggers.map(({ table }) => table)).toEqual(['person']);
    for (const { table, text } of triggers) {
      const { content, alias } = secured[table];
      for (const side of ['new', 'old'])
        expect(columnsIn(text, side).filter((name) => name !== 'security_mac')).toEqual(
          columnsIn(content.text, alias.text),
        );
    }
  });
});

describe('a table whose rows have MACs', () => {
  it.each(tables)('has a column for them, and a MAC that distinguishes its rows: %s', async (table) => {
    const columns = await server.db.rows<{ name: string }>(sql`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0`);
    expect(columns.map(({ name }) => name)).toContain('security_mac');
    expect(secured[table].content.values).toEqual([]);
  });

  it('covers every table that has such a column', async () => {
    const found = await server.db.rows<{ table: string }>(sql`
      select table_name as table from information_schema.columns where column_name = 'security_mac' and table_schema = 'public'`);
    expect(sorted(found.map(({ table }) => table))).toEqual(sorted(tables));
  });
});
