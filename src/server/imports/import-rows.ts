import { importSubjects, type ImportSubject } from '#contract/imports/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { isAsChecked, type Check } from './row-mac.ts';
import { endRun, type LockedRun } from './run-row.ts';
import type { Fault, NewRow } from './subject.ts';
import { subjects } from './subjects.ts';

const batchRows = 500;

/** Imports the next rows of a run, together with how far it has come: a crash leaves all of a batch or none of it. */
export async function importBatch(app: App, tx: Tx, run: LockedRun): Promise<void> {
  const check = await readApprovedCheck(app, tx, run);
  const subject = subjects[check.subject];
  const rows = await tx.rows<NewRow<object> & { mac: Buffer | null }>(sql`
    select number, content, content_mac as mac from import_row
    where run_id = ${run.id} and number > ${run.position} and outcome = 'new' order by number limit ${subject.atOnce ?? batchRows}`);
  const last = rows.at(-1);
  if (!last) {
    const at = app.clock.now();
    const invites = check.subject === 'clients' && run.mapping?.invite === 'now';
    await endRun(tx, run.id, { state: 'done', at, invitingSince: invites ? at : null });
    return;
  }
  const genuine = rows.filter((row) => isAsChecked(app.config, check, row));
  const refused = await subject.create(app, tx, run, genuine);
  for (const row of rows) if (!genuine.includes(row)) refused.set(row.number, { field: null, code: 'changed' });
  await store(tx, run.id, rows, refused);
  await tx.run(sql`update import_run set position = ${last.number} where id = ${run.id}`);
}

/**
 * The check on which two people have agreed, and what it says that the rows are.
 * @throws Error where they have not, or their request was changed
 */
async function readApprovedCheck(app: App, tx: Tx, run: LockedRun): Promise<Check & { subject: ImportSubject }> {
  const request = await tx.maybeOne<RowMac & { id: string; checkedAt: string; subject: ImportSubject }>(sql`
    select r.id, r.value ->> 'checked_at' as "checkedAt", array_to_string(array(select unnest(${[...importSubjects]}::text[]) intersect select jsonb_object_keys(r.value)), ' ') as subject, ${macColumns('approval_request')}
    from approval_request r
    where r.id = ${run.approvalRequestId} and r.kind = 'import' and r.key = ${run.id} and r.state = 'approved'`);
  if (!request || !isGenuine(app, 'approval_request', request.id, request))
    throw new Error(`the approval of import ${run.id} was changed past the program`);
  return { runId: run.id, at: request.checkedAt, subject: request.subject };
}

const store = (tx: Tx, runId: string, rows: readonly NewRow<object>[], refused: ReadonlyMap<number, Fault>) =>
  tx.run(sql`
    update import_row r set outcome = case when result.fault is null then 'imported' else 'refused' end,
      faults = case when result.fault is null then r.faults else jsonb_build_array(result.fault) end
    from unnest(${rows.map(({ number }) => number)}::int[],
                ${rows.map(({ number }) => (refused.has(number) ? JSON.stringify(refused.get(number)) : null))}::jsonb[])
      as result (number, fault)
    where r.run_id = ${runId} and r.number = result.number`);
