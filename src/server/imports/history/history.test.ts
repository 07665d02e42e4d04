import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromDecimal, toDecimal } from '#contract/kernel/money.ts';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyBooks } from '#server/reconciliation/verify-ledger.ts';
import { sql } from '#server/platform/db/sql.ts';
import { faultsOf, fileOf, historyOf, importsBy, row, startWithImporters } from '#test/compliance/imports.ts';
import { forge } from '#test/database/forge.ts';
import type { Session, TestServer } from '#test/server.ts';
import { importedHistory } from './imported-history.ts';

let server: TestServer;
let ada: Session;
let paul: Session;
let client: string;
beforeAll(async () => {
  ({ server, ada, paul } = await startWithImporters());
  client = await clientNumber();
});
afterAll(() => server.close());

const people = () => ({ server, ada, paul });
const clients = importsBy(people);
const { shown, checked, request, decide, imported } = importsBy(people, 'history');

/** Imports a client with a balance, and gives their number in the other system. */
async function clientNumber(): Promise<string> {
  const one = row({ 9: '80' });
  await clients.imported(fileOf(one));
  return one.split(',')[0] ?? '';
}

const clientId = async (number: string) =>
  (await server.db.one<{ id: string }>(sql`select client_id as id from imported_client where outside_id = ${number}`))
    .id;

const breaches = () =>
  server.db.snapshot(async (db) =>
    [...(await verifyBooks(db, server.config)).findings, ...(await verifyOrigins(db, { production: true }))].flatMap(
      ({ invariant, breach }) => (breach ? [`${invariant}: ${breach.why}`] : []),
    ),
  );

let made = 0;
/** A movement with a number of its own. */
function movement(change: { client?: string; date?: string; kind?: string; currency?: string; amount?: string } = {}) {
  made += 1;
  const { date = '2023-05-06', kind = 'deposit', currency = 'USD', amount = '10' } = change;
  return `M${made},${change.client ?? client},${date},${kind},${currency},${amount},,`;
}

const staffsPage = async (id: string, cursor?: string) =>
  (
    await server.call('POST /api/staff/clients/earlier', {
      as: ada,
      body: { client_id: id, ...(cursor !== undefined && { cursor }) },
    })
  ).body;

/** Every movement of a client as staff page through them, newest first. */
async function all(id: string) {
  const first = await staffsPage(id);
  const rows = [...first.rows];
  for (let cursor = first.next_cursor; cursor !== null;) {
    const next = await staffsPage(id, cursor);
    rows.push(...next.rows);
    cursor = next.next_cursor;
  }
  return rows;
}

describe('an import of history', () => {
  it('is checked, approved by a second person, and shown, while the ledger stays as it is', async () => {
    const own = await clientNumber();
    const postings = () => server.db.one(sql`select count(*)::int, sum(abs(amount))::text from ledger_posting`);
    const before = await postings();
    const run = await checked(
      historyOf(
        `H-1,${own},2021-02-03T10:20:30Z,Deposit,usd,1200.50,77001,First deposit`,
        `H-2,${own},2022-03-04,trade,USD,-20.25,77001,`,
        `H-3,${own},2022-03-04,withdrawal,EUR,-5,,`,
      ),
    );
    const movements = {
      kinds: [
        { kind: 'deposit', count: 1 },
        { kind: 'trade', count: 1 },
        { kind: 'withdrawal', count: 1 },
      ],
      sums: [
        { currency: 'EUR', amount: '-5.00' },
        { currency: 'USD', amount: '1180.25' },
      ],
      from: '2021-02-03',
      to: '2022-03-04',
    };
    expect(run).toMatchObject({ state: 'checked', counts: { new: 3 }, totals: [], movements });
    expect(await all(await clientId(own))).toEqual([]);

    expect((await request(run.id)).status).toBe(200);
    const { body } = await server.call('POST /api/staff/approvals', { as: paul, body: {} });
    expect(body.approval_requests.find((each) => each.kind === 'import' && each.key === run.id)?.value).toMatchObject({
      history: 3,
      movements,
    });
    expect((await decide(run.id, ada)).refusal.code).toBe('approvals.own_request');
    expect((await decide(run.id, paul)).status).toBe(200);
    await server.app.jobs.run('imports.work');

    expect(await shown(run.id)).toMatchObject({
      state: 'done',
      counts: { imported: 3, new: 0 },
      result: { approved: 3, imported: 3, left_out: 0 },
      totals: [],
      movements,
    });
    expect(await all(await clientId(own))).toMatchObject([
      { number: 'H-3', day: '2022-03-04', kind: 'withdrawal', currency: 'EUR', amount: '-5.00', account_number: null },
      { number: 'H-2', day: '2022-03-04', kind: 'trade', currency: 'USD', amount: '-20.25', account_number: '77001' },
      { number: 'H-1', day: '2021-02-03', kind: 'deposit', amount: '1200.50', details: 'First deposit' },
    ]);
    expect(await postings()).toEqual(before);
    expect(await breaches()).toEqual([]);
  });

  it('names the rows that it refuses, and why', async () => {
    const tomorrow = new Date(server.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const twice = movement();
    const run = await checked(
      historyOf(
        movement({ client: 'NOBODY' }),
        movement({ date: tomorrow }),
        movement({ date: '2023-02-30' }),
        movement({ date: '', kind: 'gift', amount: '' }),
        movement({ amount: '1.234' }),
        movement({ currency: 'XXX' }),
        movement({ currency: 'AUD' }),
        twice,
        twice,
        movement({ amount: '0' }),
      ),
    );
    expect(run.counts).toMatchObject({ new: 2, refused: 8 });
    expect(faultsOf(run)).toEqual([
      ['outside_id unknown'],
      ['date invalid'],
      ['date invalid'],
      ['date required', 'kind unknown', 'amount required'],
      ['amount invalid'],
      ['currency unknown'],
      ['currency unknown'],
      ['movement_number twice'],
    ]);
  });

  it('changes nothing when the same file comes again, and reports what differs', async () => {
    const [one, two] = [movement(), movement()];
    await imported(historyOf(one, two));
    const again = await checked(historyOf(one, two.replace(',10,', ',11,')));
    expect(again.counts).toMatchObject({ same: 1, differs: 1, new: 0 });
    expect(faultsOf(again)).toEqual([['amount differs']]);
    expect((await request(again.id)).refusal.code).toBe('imports.nothing_new');
  });

  it('takes a number once when two files have it, and leaves the second out', async () => {
    const one = movement();
    const [first, second] = [await checked(historyOf(one)), await checked(historyOf(one, movement()))];
    for (const { id } of [first, second]) {
      await request(id);
      await decide(id, paul);
    }
    await server.app.jobs.run('imports.work');
    expect(await shown(first.id)).toMatchObject({ result: { imported: 1, left_out: 0 } });
    const late = await shown(second.id);
    expect(late).toMatchObject({ result: { approved: 2, imported: 1, left_out: 1 } });
    expect(faultsOf(late)).toEqual([['movement_number taken']]);
    expect(await breaches()).toEqual([]);
  });

  it('goes on where it was when a batch fails half-way', async () => {
    const own = await clientNumber();
    const run = await checked(historyOf(...Array.from({ length: 1100 }, () => movement({ client: own }))));
    await request(run.id);
    await decide(run.id, paul);
    const { create } = importedHistory;
    let batches = 0;
    const spy = vi.spyOn(importedHistory, 'create').mockImplementation(async (...given) => {
      const refused = await create(...given);
      batches += 1;
      // After all was written, and before the commit: what a crash leaves.
      if (batches === 2) throw new Error('the process ends here');
      return refused;
    });
    await expect(server.app.jobs.run('imports.work')).rejects.toThrow('the process ends here');
    spy.mockRestore();
    expect(await shown(run.id)).toMatchObject({ state: 'importing', counts: { imported: 500, new: 600 } });
    await server.app.jobs.run('imports.work');
    expect(await shown(run.id)).toMatchObject({ state: 'done', counts: { imported: 1100 } });
    const rows = await all(await clientId(own));
    expect(new Set(rows.map(({ number }) => number)).size).toBe(1100);
    expect(await breaches()).toEqual([]);
  });

  it('shows whatever days and amounts a file has, newest first, each once over all pages', async () => {
    const cases = fc.array(
      fc.record({
        day: fc.date({ min: new Date('2015-01-01'), max: new Date('2024-12-31'), noInvalidDate: true }),
        minor: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
      }),
      { minLength: 40, maxLength: 140 },
    );
    await fc.assert(
      fc.asyncProperty(cases, async (movements) => {
        const own = await clientNumber();
        const lines = movements.map(({ day, minor }) =>
          movement({ client: own, date: day.toISOString().slice(0, 10), amount: toDecimal(minor, 'USD') }),
        );
        await imported(historyOf(...lines));
        const rows = await all(await clientId(own));
        expect(rows.map(({ day }) => day)).toEqual(
          movements
            .map(({ day }) => day.toISOString().slice(0, 10))
            .toSorted()
            .toReversed(),
        );
        expect(new Set(rows.map(({ number }) => number)).size).toBe(movements.length);
        expect(rows.reduce((sum, { amount }) => sum + fromDecimal(amount, 'USD'), 0n)).toBe(
          movements.reduce((sum, { minor }) => sum + minor, 0n),
        );
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });
});

describe('what was imported', () => {
  it('is seen by its client, and by no other', async () => {
    const own = await clientNumber();
    await imported(historyOf(...Array.from({ length: 51 }, () => movement({ client: own }))));
    const id = await clientId(own);
    const { next_cursor: cursor } = await staffsPage(id);
    // The session of another person is made that of the client, who has no password.
    const stranger = await server.register();
    const call = (body: { cursor?: string }) => server.call('POST /api/wallets/earlier', { as: stranger, body });
    expect((await call({})).body).toEqual({ rows: [], next_cursor: null });
    expect((await call({ cursor: cursor ?? '' })).body).toEqual({ rows: [], next_cursor: null });
    await server.db.run(sql`update session set person_id = ${id} where person_id = ${stranger.user.id}`);
    expect((await call({})).body.rows).toHaveLength(50);
    expect((await call({ cursor: cursor ?? '' })).body).toMatchObject({
      rows: [{ day: '2023-05-06' }],
      next_cursor: null,
    });
  });

  it('stays, and comes only by an import of history that two people approved', async () => {
    const run = await imported(historyOf(movement()));
    await expect(server.db.run(sql`update imported_movement set amount = 1 where run_id = ${run.id}`)).rejects.toThrow(
      'append-only',
    );
    await expect(server.db.run(sql`delete from imported_movement where run_id = ${run.id}`)).rejects.toThrow(
      'append-only',
    );
    await expect(
      server.db.run(sql`
        insert into imported_movement (id, client_id, outside_id, run_id, row_number, day, kind, currency, amount, created_at)
        select gen_random_uuid(), client_id, 'forged', run_id, 99, day, kind, currency, amount, created_at
        from imported_movement where run_id = ${run.id}`),
    ).rejects.toThrow('lacks a second person');
  });

  it('is missed by the proof of the books where it is gone', async () => {
    const run = await imported(historyOf(movement()));
    await forge(
      server.ownerUrl,
      sql`alter table imported_movement disable trigger user`,
      sql`delete from imported_movement where run_id = ${run.id}`,
      sql`alter table imported_movement enable trigger user`,
    );
    expect((await breaches()).join('\n')).toContain('it says that it was imported, and nothing came of it');
  });
});
