import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { findCalls } from '#test/statements/calls.ts';
import { columnsOf } from '#test/statements/columns.ts';
import { disagreements, propertiesOf } from '#test/statements/rows.ts';
import { Unknown } from '#test/statements/follow.ts';
import { openSource } from '#test/statements/source.ts';
import { variantsOf } from '#test/statements/variants.ts';

/** Files whose statements are put together from what only a run knows; their own tests run each of them. */
const unseen: Record<string, string> = {
  'src/server/ipo/staff/actions/run-action.ts': 'the columns come from the fields that were changed',
  'src/server/ipo/staff/actions/write.ts': 'the columns come from the fields of an offering',
  'src/server/ipo/lifecycle/advance-applications.ts': 'the conditions come from a list of steps',
  'src/server/ipo/lifecycle/advance-offerings.ts': 'the condition comes from a list of functions',
  'src/server/payments/lifecycle/move.ts': 'further columns come in an object of the caller',
  'src/server/platform/secrets/all-row-macs.ts': 'parts that belong to one table are put together',
  'src/server/platform/secrets/batches.ts': 'the statement comes from whatever is read in batches',
  'src/server/platform/secrets/re-encrypt.ts': 'table and columns come from a list of purposes',
  'src/server/platform/lists/program-lists.ts': 'the statement comes from whatever list is read',
  'src/server/platform/files/open-file.ts': 'the condition comes from whatever module owns files',
  'src/server/platform/people/personal-data.ts': 'the statement comes from whatever module owns the data',
  'src/server/platform/db/replica/reads.ts': 'any statement is handed on',
  'src/server/trading/transfers/post-at-once.ts': 'a part comes from whatever platform is embedded',
  'src/server/platform/secrets/row-macs.ts': 'parts that belong to one table are put together',
};

const source = openSource();
const { url, drop } = await testDatabase();
const client = new pg.Client({ connectionString: url });
const typeNames = new Map<number, string>();
const typeName = (id: number): string => typeNames.get(id) ?? String(id);

beforeAll(async () => {
  await client.connect();
  const { rows } = await client.query<{ id: number; name: string }>(
    'select oid::int as id, typname as name from pg_type',
  );
  for (const { id, name } of rows) typeNames.set(id, name);
});
afterAll(async () => {
  source.close();
  await client.end();
  await drop();
});

describe('the statements of the server', () => {
  it('fit the schema, and each row has the columns of its type', async () => {
    const { runs, callsOf } = findCalls(source);
    const variants = variantsOf(source, callsOf);
    const found: string[] = [];
    const skipped = new Set<string>();
    for (const { index: path, statement, row } of runs) {
      const file = path.replace(/:\d+$/, '');
      if (file in unseen) {
        skipped.add(file);
        continue;
      }
      try {
        const properties = row ? propertiesOf(source, row) : [];
        for (const text of variants(statement)) {
          // PostgreSQL knows the columns of a cursor only once it is open.
          if (/^\s*fetch\b/.test(text)) continue;
          const fields = await columnsOf(client, text);
          found.push(...disagreements(properties, fields, typeName).map((what) => `${path} ${what}`));
        }
      } catch (error) {
        if (!(error instanceof Unknown) && !(error instanceof pg.DatabaseError)) throw error;
        found.push(`${path} ${error.message}`);
      }
    }
    expect(runs.length).toBeGreaterThan(1000);
    expect(found).toEqual([]);
    expect([...skipped].toSorted()).toEqual(Object.keys(unseen).toSorted());
  });
});

describe('a row', () => {
  const read = async (text: string) => columnsOf(client, text);

  it('differs from one that lacks a column, or has one of another type', async () => {
    const properties = [
      { name: 'id', kind: 'string', mayBeAbsent: false },
      { name: 'number', kind: 'number', mayBeAbsent: false },
      { name: 'roles', kind: 'list', mayBeAbsent: false },
      { name: 'gone', kind: 'string', mayBeAbsent: true },
    ] as const;
    const fields = await read('select id, verification_level as number, roles from person');
    expect(disagreements(properties, fields, typeName)).toEqual([]);
    expect(
      disagreements(properties, await read('select id, roles[1] as roles, id as number from person'), typeName),
    ).toEqual(['number is uuid and not number', 'roles is text and not list']);
    expect(disagreements(properties, await read('select id from person'), typeName)).toEqual([
      'no column is named number',
      'no column is named roles',
    ]);
  });

  it('comes from a column that there is', async () => {
    await expect(read('select no_such_column from person')).rejects.toThrow('column "no_such_column" does not exist');
  });
});
