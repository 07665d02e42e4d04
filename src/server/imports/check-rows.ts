import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { macOfRow, rowText, type Check } from './row-mac.ts';
import { allowLongStatements, type LockedRun } from './run-row.ts';
import type { CheckedRow, FileRow } from './subject.ts';
import { subjects } from './subjects.ts';

const batchRows = 1000;

/** Checks the next rows of a run, and after the last one what rows say against each other. */
export async function checkBatch(app: App, tx: Tx, run: LockedRun): Promise<void> {
  const { checkedAt } = run;
  if (!checkedAt) throw new Error(`import ${run.id} is checked without a beginning`);
  const subject = subjects[run.subject];
  const rows = await tx.rows<FileRow>(sql`
    select number, cells from import_row where run_id = ${run.id} and number > ${run.position} order by number limit ${batchRows}`);
  const last = rows.at(-1);
  if (!last) {
    await allowLongStatements(tx);
    await subject.checkTogether(app, tx, run);
    await tx.run(sql`update import_run set state = 'checked' where id = ${run.id}`);
    return;
  }
  await store(app, tx, { runId: run.id, at: checkedAt.toISOString() }, await subject.check(app, tx, run, rows));
  await tx.run(sql`update import_run set position = ${last.number} where id = ${run.id}`);
}

async function store(app: App, tx: Tx, check: Check, rows: readonly CheckedRow[]): Promise<void> {
  const contents = rows.map(({ content }) => (content ? rowText(content) : null));
  const macs = rows.map(({ number }, index) => {
    const text = contents[index];
    return text == null ? null : macOfRow(app.config, check, number, text);
  });
  await tx.run(sql`
    update import_row r set outcome = checked.outcome, outside_id = checked.outside_id, email = checked.email,
      content = checked.content, faults = checked.faults, content_mac = checked.mac
    from unnest(${rows.map(({ number }) => number)}::int[], ${rows.map(({ outcome }) => outcome)}::text[],
                ${rows.map(({ outsideId }) => outsideId)}::text[], ${rows.map(({ email }) => email ?? null)}::text[],
                ${contents}::jsonb[], ${rows.map(({ faults }) => JSON.stringify(faults))}::jsonb[], ${macs}::bytea[])
      as checked (number, outcome, outside_id, email, content, faults, mac)
    where r.run_id = ${check.runId} and r.number = checked.number`);
}
