import type { ImportMapping } from '#contract/imports/endpoints.ts';
import type { ImportState, ImportSubject } from '#contract/imports/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { forgetFiles } from './documents/files.ts';

export const runNumber = (number: bigint): string => `I-${number}`;

export interface LockedRun {
  id: string;
  number: bigint;
  name: string;
  sha256: Buffer;
  header: string[];
  subject: ImportSubject;
  state: ImportState;
  mapping: ImportMapping | null;
  position: number;
  createdBy: string;
  /** When the last check began. */
  checkedAt: Date | null;
  approvalRequestId: string | null;
  /** A request about it waits for a second person. */
  isWaiting: boolean;
}

/** One import, which no other step changes until the transaction ends. */
export async function findLocked(tx: Tx, id: string): Promise<LockedRun | undefined> {
  await tx.run(sql`select from import_run where id = ${id} for update`);
  return tx.maybeOne<LockedRun>(sql`
    select r.id, r.number, r.name, r.sha256, r.header, r.subject, r.state, r.mapping, r.position, r.created_by as "createdBy",
           r.checked_at as "checkedAt", r.approval_request_id as "approvalRequestId",
           exists (select from approval_request p where p.kind = 'import' and p.key = r.id::text and p.state = 'open') as "isWaiting"
    from import_run r where r.id = ${id} and r.state <> 'uploading'`);
}

/**
 * The same in one of these states, and with no request that waits.
 * @throws Refusal `http.not_found`, `imports.state`
 */
export async function lockRun(tx: Tx, id: string, states: readonly ImportState[]): Promise<LockedRun> {
  const run = await findLocked(tx, id);
  if (!run) throw notFound();
  if (!states.includes(run.state) || run.isWaiting) throw refuse('imports.state');
  return run;
}

/** How the columns are read. */
export function mappingOf({ id, mapping }: LockedRun): ImportMapping {
  if (!mapping) throw new Error(`import ${id} is checked without a mapping`);
  return mapping;
}

/** For a statement about every row of a file: on a busy machine, many rows take longer than a statement usually may. */
export const allowLongStatements = (tx: Tx): Promise<number> => tx.run(sql`set local statement_timeout = '10min'`);

/**
 * Ends a run, and deletes what its rows say of people.
 * @param how `done` where rows were imported, all of them or those before it was stopped
 */
export async function endRun(
  tx: Tx,
  id: string,
  { state, at, invitingSince = null }: { state: 'done' | 'ended'; at: Date; invitingSince?: Date | null },
): Promise<void> {
  if (state === 'done') await storeResult(tx, id);
  await tx.run(sql`
    update import_run set state = ${state}, finished_at = ${at}, inviting_since = ${invitingSince} where id = ${id}`);
  await forgetFiles(tx, id, at);
  await forgetRows(tx, id);
}

/**
 * Counts what became of the rows that two people approved, which have content. One that was changed past the program counts as
 * neither, so that the proof of the books finds it.
 */
async function storeResult(tx: Tx, id: string): Promise<void> {
  await allowLongStatements(tx);
  const sumOf = (rows: Sql) => sql`
    select coalesce(jsonb_object_agg(currency, amount), '{}')
    from (select b.key as currency, sum(b.value::numeric)::text as amount
          from approved cross join lateral jsonb_each_text(content -> 'balances') b where ${rows} group by 1) total`;
  await tx.run(sql`
    with approved as (select outcome, content from import_row where run_id = ${id} and content is not null and not faults @> '[{"code": "changed"}]')
    insert into import_result (run_id, imported_rows, left_out_rows, imported, left_out)
    select ${id}, count(*) filter (where outcome = 'imported'), count(*) filter (where outcome <> 'imported'),
           (${sumOf(sql`outcome = 'imported'`)}), (${sumOf(sql`outcome <> 'imported'`)})
    from approved`);
}

/** Deletes what the rows say of people, as names of files do; what became of each row stays for the report. */
async function forgetRows(tx: Tx, id: string): Promise<void> {
  await allowLongStatements(tx);
  await tx.run(sql`
    update import_row n set cells = null, content = null, email = null, content_mac = null,
      outside_id = case r.subject when 'documents' then null else n.outside_id end
    from import_run r where n.run_id = ${id} and r.id = n.run_id`);
}
