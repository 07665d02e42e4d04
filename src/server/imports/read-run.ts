import type { ImportDetails, ImportMapping, ImportRun } from '#contract/imports/endpoints.ts';
import { rowOutcomes, type ImportState, type ImportSubject, type RowOutcome } from '#contract/imports/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { csvOf } from '#server/platform/exports/csv.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readDocumentTypes, readFiles, readUnused } from './documents/files.ts';
import { readMovementTotals } from './history/totals.ts';
import { runNumber } from './run-row.ts';
import type { Fault } from './subject.ts';
import { readLevels, readTotals } from './totals.ts';

interface ListedRow {
  id: string;
  number: bigint;
  name: string;
  subject: ImportSubject;
  state: ImportState;
  rows: number;
  createdBy: string;
  createdAt: Date;
}

interface Row extends ListedRow {
  position: number;
  header: string[];
  mapping: ImportMapping | null;
  counts: Partial<Record<RowOutcome, number>>;
  result: ImportDetails['result'];
  waiting: boolean;
  sent: number;
  left: number;
  inviting: boolean;
}

const pageLength = 50;
const shownFaults = 50;
const shownSamples = 3;

const show = (row: ListedRow): ImportRun => ({
  id: row.id,
  number: runNumber(row.number),
  name: row.name,
  subject: row.subject,
  state: row.state,
  rows: row.rows,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
});

export async function listImports(app: App): Promise<{ runs: ImportRun[] }> {
  const rows = await app.db.rows<ListedRow>(sql`
    select r.id, r.number, r.name, r.subject, r.state, r.rows, c.full_name as "createdBy", r.created_at as "createdAt"
    from import_run r join person c on c.id = r.created_by
    where r.state <> 'uploading' order by r.number desc limit ${pageLength}`);
  return { runs: rows.map(show) };
}

/** @throws Refusal `http.not_found` */
export async function readImport(app: App, language: Language, id: string): Promise<ImportDetails> {
  const row = await app.db.maybeOne<Row>(sql`
    select r.id, r.number, r.name, r.subject, r.state, r.rows, r.position, r.header, r.mapping, r.inviting_since is not null as inviting,
           c.full_name as "createdBy", r.created_at as "createdAt",
           coalesce((select jsonb_object_agg(outcome, count) from (
             select outcome, count(*) as count from import_row where run_id = r.id and outcome is not null group by 1) by_outcome), '{}') as counts,
           (select jsonb_build_object('approved', p.value -> r.subject, 'imported', s.imported_rows, 'left_out', s.left_out_rows)
            from import_result s join approval_request p on p.id = r.approval_request_id where s.run_id = r.id) as result,
           exists (select from approval_request p where p.kind = 'import' and p.key = r.id::text and p.state = 'open') as waiting,
           (select count(*)::int from imported_client i where i.run_id = r.id and i.invited_at is not null) as sent,
           (select count(*)::int from imported_client i where i.run_id = r.id and i.invited_at is null) as "left"
    from import_run r join person c on c.id = r.created_by
    where r.id = ${id} and r.state <> 'uploading'`);
  if (!row) throw notFound();
  const samples = await app.db.rows<{ cells: string[] }>(sql`
    select cells from import_row where run_id = ${id} and cells is not null and number <= ${shownSamples} order by number`);
  const faulty = await app.db.rows<{
    line: number;
    outside_id: string | null;
    outcome: RowOutcome;
    faults: Fault[];
  }>(sql`
    select line, outside_id, outcome, faults from import_row
    where run_id = ${id} and outcome in ('refused', 'differs') order by number limit ${shownFaults}`);
  const totals = await readTotals(app.db, id);
  const platform = await readPlatform(app, id);
  return {
    ...show(row),
    position: row.position,
    counts: Object.fromEntries(rowOutcomes.map((outcome) => [outcome, row.counts[outcome] ?? 0])) as Record<
      RowOutcome,
      number
    >,
    header: row.header,
    samples: samples.map(({ cells }) => cells),
    mapping: row.mapping,
    totals: totals.map(({ currency, amount, posted, leftOut }) => ({
      currency,
      amount: toDecimal(amount, currency),
      posted: toDecimal(posted, currency),
      left_out: leftOut === null ? null : toDecimal(leftOut, currency),
    })),
    result: row.result,
    levels: await readLevels(app.db, id),
    movements: await readMovementTotals(app.db, id),
    document_types: await readDocumentTypes(app.db, id),
    files: await readFiles(app, language, id),
    faulty,
    waiting: row.waiting,
    platform,
    invitations: { sent: row.sent, left: row.left, running: row.inviting },
  };
}

/** How far an external platform has come with the accounts of an import. */
async function readPlatform({ db }: App, id: string): Promise<ImportDetails['platform']> {
  const { done, left, error } = await db.one<{ done: number; left: number; error: string | null }>(sql`
    select count(*) filter (where o.done_at is not null)::int as done, count(*) filter (where o.done_at is null)::int as "left",
           (array_agg(o.error order by o.failed_at desc) filter (where o.done_at is null and o.error is not null))[1] as error
    from imported_account i join platform_opening o using (account_id) where i.run_id = ${id}`);
  return done + left === 0 ? null : { done, left, error };
}

/** What became of every row, without what it says of a person. @throws Refusal `http.not_found` */
export async function importReport(app: App, me: Person, id: string): Promise<FileResponse> {
  const run = await app.db.maybeOne<{ number: bigint }>(sql`
    select number from import_run where id = ${id} and state <> 'uploading'`);
  if (!run) throw notFound();
  const number = runNumber(run.number);
  await app.db.tx((tx) =>
    writeAudit(tx, app.clock, { actorId: me.id, action: 'imports.report', details: { import: number } }),
  );
  const rows = await app.db.rows<{
    line: number;
    outsideId: string | null;
    outcome: string | null;
    faults: Fault[];
  }>(sql`
    select line, outside_id as "outsideId", outcome, faults from import_row where run_id = ${id} order by number`);
  const cells = rows.flatMap(({ line, outsideId, outcome, faults }) =>
    (faults.length > 0 ? faults : [{ field: null, code: null }]).map(({ field, code }) => [
      line,
      outsideId,
      outcome,
      field,
      code,
    ]),
  );
  const unused = (await readUnused(app.db, id)).map((name) => [null, name, null, 'file_name', 'no_row']);
  const content = csvOf([['line', 'outside_id', 'outcome', 'field', 'reason'], ...cells, ...unused]);
  return { name: `${number}.csv`, type: 'text/csv; charset=utf-8', content };
}
