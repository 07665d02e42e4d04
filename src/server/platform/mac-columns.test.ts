import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forge } from '#test/forge.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { verifyMacs } from './all-row-macs.ts';
import { sql } from './db/sql.ts';
import { migrationSteps } from './key-stored-secrets.ts';
import { secured, type SecuredTable } from './row-macs.ts';

/** What the MACs cover, beside what the database has of it, and how an upgrade covers more. */
let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const tables = Object.keys(secured) as SecuredTable[];
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();
const columnsIn = (text: string, alias: string) =>
  sorted([...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'gi'))].map(([, name = '']) => name));

describe('a trigger that takes the MAC away', () => {
  it('watches the columns that the MAC covers, and all that there is of such triggers is looked at', async () => {
    const triggers = await server.db.rows<{ table: SecuredTable; text: string }>(sql`
      select tgrelid::regclass::text as table, pg_get_triggerdef(oid) as text from pg_trigger where tgname like '%\\_drop\\_mac'`);
    expect(triggers.map(({ table }) => table)).toEqual(['client']);
    for (const { table, text } of triggers) {
      const { content, alias } = secured[table];
      for (const side of ['new', 'old'])
        expect(columnsIn(text, side).filter((name) => name !== 'security_mac')).toEqual(
          columnsIn(content.text, alias.text),
        );
    }
  });
});

describe('a table whose rows bear MACs', () => {
  it.each(tables)('has a column for them, and a MAC that tells its rows apart: %s', async (table) => {
    const columns = await server.db.rows<{ name: string }>(sql`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0`);
    expect(columns.map(({ name }) => name)).toContain('security_mac');
    expect(secured[table].content.values).toEqual([]);
  });

  it('is every one that has such a column', async () => {
    const found = await server.db.rows<{ table: string }>(sql`
      select table_name as table from information_schema.columns where column_name = 'security_mac' and table_schema = 'public'`);
    expect(sorted(found.map(({ table }) => table))).toEqual(sorted(tables));
  });
});

describe('an upgrade by which MACs of sessions cover more', () => {
  it('takes over what was intact, and makes nothing good that was not', async () => {
    const [ida, own, otto] = [await server.register(), await server.register(), await server.register()];
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    await migrationSteps(server.config)['0132_security_macs.sql']?.(await begun(client));
    await client.query('commit');
    await forge(server.ownerUrl, sql`update session set client_id = ${ida.user.id} where client_id = ${own.user.id}`);
    await forge(server.ownerUrl, sql`update session set security_mac = null where client_id = ${otto.user.id}`);
    await migrationSteps(server.config)['0166_macs_of_terminals_and_proposals.sql']?.(await begun(client));
    await client.query('commit');
    await client.end();
    const findings = await server.app.db.snapshot((tx) => verifyMacs(tx, server.config));
    expect(findings.map(({ table, clientId }) => `${table} ${clientId}`).toSorted()).toEqual(
      [`session ${ida.user.id}`, `session ${otto.user.id}`].toSorted(),
    );
    const { body } = await server.call('POST /api/client-info', { as: ida });
    expect(body).toMatchObject({ id: ida.user.id });
  });
});

async function begun(client: pg.Client): Promise<pg.Client> {
  await client.query('begin');
  return client;
}
