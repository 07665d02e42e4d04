import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyBooks } from '#server/reconciliation/verify-ledger.ts';
import { fileOf, importsBy, row, startWithImporters } from '#test/compliance/imports.ts';
import { forge } from '#test/database/forge.ts';
import type { Session, TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
});
afterAll(() => server.close());

const { shown, checked, request, decide, imported } = importsBy(() => ({ server, ada, paul }));

const breaches = () =>
  server.db.snapshot(async (tx) =>
    (await verifyBooks(tx, server.config)).findings.flatMap(({ invariant, breach }) =>
      breach ? [`${invariant}: ${breach.row}: ${breach.why}`] : [],
    ),
  );

/** What the proof finds after a change by the owner of the database, whom no trigger stops; then the change is undone. */
async function foundAfter(table: Sql, change: Sql, undo: Sql): Promise<string[]> {
  await changed(table, change);
  const found = await breaches();
  await changed(table, undo);
  expect(await breaches()).toEqual([]);
  return found;
}

const changed = (table: Sql, change: Sql) =>
  forge(
    server.ownerUrl,
    sql`alter table ${table} disable trigger user`,
    change,
    sql`alter table ${table} enable trigger user`,
  );

async function approved(...rows: string[]) {
  const run = await checked(fileOf(...rows));
  await request(run.id);
  await decide(run.id, paul);
  return run;
}

describe('what two people approved of an import', () => {
  it('is imported or left out, row by row and to the last cent', async () => {
    const late = row({ 9: '100', 10: '3.25' });
    const run = await approved(row({ 9: '1000.50' }), late, row());
    await server.register({ email: late.split(',')[1] ?? '' });
    await server.app.jobs.run('imports.work');
    expect(await shown(run.id)).toMatchObject({
      state: 'done',
      result: { approved: 3, imported: 2, left_out: 1 },
      totals: [
        { currency: 'EUR', amount: '3.25', posted: '0.00', left_out: '3.25' },
        { currency: 'USD', amount: '1100.50', posted: '1000.50', left_out: '100.00' },
      ],
    });
    expect(await breaches()).toEqual([]);
  });

  it('is left out where the import is stopped', async () => {
    const run = await approved(row({ 9: '7' }));
    await server.call('POST /api/staff/imports/end', { as: ada, body: { run_id: run.id } });
    expect(await shown(run.id)).toMatchObject({
      result: { approved: 1, imported: 0, left_out: 1 },
      totals: [{ amount: '7.00', posted: '0.00', left_out: '7.00' }],
    });
    expect(await breaches()).toEqual([]);
  });

  it('has no result before it is done', async () => {
    expect(await shown((await approved(row({ 9: '7' }))).id)).toMatchObject({
      result: null,
      totals: [{ amount: '7.00', posted: '0.00', left_out: null }],
    });
    await server.app.jobs.run('imports.work');
  });

  it('stays what it is', async () => {
    const run = await imported(fileOf(row({ 9: '7' })));
    for (const change of [
      sql`update import_result set left_out_rows = 0 where run_id = ${run.id}`,
      sql`delete from import_result where run_id = ${run.id}`,
    ])
      await expect(server.db.run(change)).rejects.toThrow('append-only');
  });
});

describe('the proof of the books finds', () => {
  it('money that was approved, and neither imported nor left out', async () => {
    const run = await imported(fileOf(row({ 9: '7' })));
    const set = (amount: string) => sql`
      update import_result set imported = jsonb_build_object('USD', ${amount}::text) where run_id = ${run.id}`;
    expect(await foundAfter(sql`import_result`, set('600'), set('700'))).toEqual([
      `what was approved of an import was imported or left out: import ${run.number}: 700 USD were approved, 600 imported and 0 left out`,
      `the ledger has what an import says that it imported: import ${run.number}: it says 600 USD imported, the ledger has 700`,
    ]);
  });

  it('a row that was approved and then skipped', async () => {
    const run = await approved(row({ 9: '7' }), row({ 9: '5' }));
    await server.db.run(sql`
      update import_row set outcome = 'same', content = null where run_id = ${run.id} and number = 2`);
    await server.app.jobs.run('imports.work');
    expect(await breaches()).toEqual([
      `what was approved of an import was imported or left out: import ${run.number}: 1200 USD were approved, 700 imported and 0 left out`,
    ]);
    // What the other tests of this file may expect.
    await changed(
      sql`import_result`,
      sql`update import_result set left_out_rows = 1, left_out = '{"USD": "500"}' where run_id = ${run.id}`,
    );
    expect(await breaches()).toEqual([]);
  });

  it('an imported row of which nothing came, and a client of a row that was not imported', async () => {
    const run = await imported(fileOf(row({ 9: '7' })));
    const refused = row();
    const other = await checked(fileOf(refused, refused, row()));
    await request(other.id);
    await decide(other.id, paul);
    await server.app.jobs.run('imports.work');
    const set = (id: string, number: number, outcome: string) => sql`
      update import_row set outcome = ${outcome} where run_id = ${id} and number = ${number}`;
    expect(await foundAfter(sql`import_row`, set(other.id, 2, 'imported'), set(other.id, 2, 'refused'))).toEqual([
      `an imported row is a client, an account, a past movement or a document, and only that: import ${other.number}, row 2: it says that it was imported, and nothing came of it`,
    ]);
    expect(await foundAfter(sql`import_row`, set(run.id, 1, 'refused'), set(run.id, 1, 'imported'))).toEqual([
      expect.stringContaining(`no record explains its scope import:${run.id} and key 1`),
      `an imported row is a client, an account, a past movement or a document, and only that: import ${run.number}, row 1: something came of it, and it does not say so`,
    ]);
  });

  it('an opening balance that was not posted', async () => {
    const run = await imported(fileOf(row()));
    const set = (balances: string) => sql`
      update imported_client set balances = ${balances}::jsonb where run_id = ${run.id}`;
    expect(await foundAfter(sql`imported_client`, set('{"USD": "700"}'), set('{}'))).toEqual([
      `the opening balance of an imported row was posted: import ${run.number}, row 1: its opening balance was not posted`,
    ]);
  });

  it('an entry of an import without an approval, and an approval that was changed', async () => {
    const run = await imported(fileOf(row({ 9: '7' })));
    const { id } = await server.db.one<{ id: string }>(sql`
      select approval_request_id as id from import_run where id = ${run.id}`);
    const set = (column: string) => sql`
      update approval_request set key = ${column} where id = ${id}`;
    const found = await foundAfter(sql`approval_request`, set(ada.user.id), set(run.id));
    expect(found).toEqual([
      expect.stringContaining(`no record explains its scope import:${run.id}`),
      `approvals of imports were written by Atrium: approval_request ${id}: its MAC is wrong`,
    ]);
    const [finding] = await server.db.snapshot((tx) => verifyOrigins(tx, { production: true }));
    expect(finding?.breach).toBeUndefined();
  });
});
