import { currenciesInUse } from '#server/ledger/currencies-in-use.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { App } from '#server/platform/app.ts';
import { judge } from '../judge.ts';
import { refuseLater } from '../refuse-rows.ts';
import { mappingOf, type LockedRun } from '../run-row.ts';
import type { Fault, NewRow, Subject } from '../subject.ts';
import { readMovement, type MovementRow } from './read-movement.ts';

/** Rows that are past movements of clients who were imported before. They move nothing in the ledger. */
export const importedHistory: Subject<MovementRow> = {
  async check(app, tx, run, rows) {
    const mapping = mappingOf(run);
    const today = app.clock.now().toISOString().slice(0, 10);
    const read = rows.map(({ number, cells }) => ({
      number,
      ...readMovement(cells, run.header.length, mapping, today),
    }));
    const inUse = await currenciesInUse(tx);
    const contents = read.map(({ content }) => content);
    const [clients, present] = [await findClients(tx, contents), await findPresent(tx, contents)];
    return read.map(({ number, content, faults }) => {
      const { outside_id: outsideId, movement_number: movement } = content;
      const isUnknown = outsideId !== undefined && !clients.has(outsideId);
      return judge<MovementRow, (typeof compared)[number]>(
        { number, content, faults: isUnknown ? [...faults, { field: 'outside_id', code: 'unknown' }] : faults },
        {
          about: { outsideId: movement ?? null },
          presentOf: (row) => present.get(row.movement_number),
          compared,
          newFaults: ({ currency }) => (inUse.includes(currency) ? [] : [{ field: 'currency', code: 'unknown' }]),
        },
      );
    });
  },
  /** Of rows with one number the first counts. */
  checkTogether: (_, tx, run) => refuseLater(tx, run.id, 'movement_number', sql`outside_id`),
  create: storeMovements,
};

const compared = ['outside_id', 'date', 'kind', 'currency', 'amount', 'account_number', 'details'] as const;

/** The imported clients of rows, by their numbers in the other system. */
async function findClients(tx: Tx, contents: readonly Partial<MovementRow>[]): Promise<Set<string>> {
  const numbers = [...new Set(contents.flatMap(({ outside_id: id }) => id ?? []))];
  const found = await tx.rows<{ id: string }>(sql`
    select outside_id as id from imported_client where outside_id = any(${numbers}::text[])`);
  return new Set(found.map(({ id }) => id));
}

/** Movements that were imported before, by their numbers in the other system. */
async function findPresent(tx: Tx, contents: readonly Partial<MovementRow>[]): Promise<Map<string, MovementRow>> {
  const found = await tx.rows<MovementRow>(sql`
    select m.outside_id as movement_number, i.outside_id, m.day::text as date, m.kind, m.currency, m.amount::text as amount,
           m.account_number, m.details
    from imported_movement m join imported_client i using (client_id)
    where m.outside_id = any(${contents.flatMap(({ movement_number: number }) => number ?? [])}::text[])`);
  return new Map(found.map((movement) => [movement.movement_number, movement]));
}

/** @returns a fault for each row whose number another import has brought since the check */
async function storeMovements(
  app: App,
  tx: Tx,
  run: LockedRun,
  rows: readonly NewRow<MovementRow>[],
): Promise<Map<number, Fault>> {
  const of = (pick: (content: MovementRow) => string | null) => rows.map(({ content }) => pick(content));
  const stored = await tx.rows<{ number: number }>(sql`
    insert into imported_movement
      (id, client_id, outside_id, run_id, row_number, day, kind, currency, amount, account_number, details, created_at)
    select fresh.id, c.client_id, fresh.number, ${run.id}, fresh.row_number, fresh.day, fresh.kind, fresh.currency, fresh.amount,
           fresh.account_number, fresh.details, ${app.clock.now()}
    from unnest(${rows.map(() => newId())}::uuid[], ${of((row) => row.outside_id)}::text[], ${of((row) => row.movement_number)}::text[],
                ${rows.map(({ number }) => number)}::int[], ${of(({ date }) => date)}::date[], ${of(({ kind }) => kind)}::text[],
                ${of(({ currency }) => currency)}::text[], ${of(({ amount }) => amount)}::bigint[],
                ${of((row) => row.account_number)}::text[], ${of(({ details }) => details)}::text[])
      as fresh (id, client, number, row_number, day, kind, currency, amount, account_number, details)
    join imported_client c on c.outside_id = fresh.client
    on conflict (outside_id) do nothing returning row_number as number`);
  const numbers = new Set(stored.map(({ number }) => number));
  return new Map(
    rows.flatMap(({ number }) => (numbers.has(number) ? [] : [[number, { field: 'movement_number', code: 'taken' }]])),
  );
}
