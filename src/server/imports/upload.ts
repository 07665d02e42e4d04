import { createHash } from 'node:crypto';
import { maxImportColumns, maxImportRows, type ImportSubject } from '#contract/imports/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { FileRecord } from '#server/platform/files/read-csv.ts';
import { hashed } from '#server/platform/files/handle-bytes.ts';
import { cleanName } from './file/arriving.ts';
import { readRecords } from './file/read-records.ts';
import { runNumber } from './run-row.ts';

const batchRows = 1000;

/**
 * Stores the rows of a file as they come, so that no file is whole in memory. Nothing of a refused file stays.
 * @param maxRows below the header
 * @throws Refusal as `imports.upload` lists them
 */
export async function uploadImport(
  app: App,
  me: Person,
  { name, subject }: { name: string; subject: ImportSubject },
  content: AsyncIterable<Buffer>,
  maxRows = maxImportRows,
): Promise<{ id: string }> {
  const id = newId();
  const hash = createHash('sha256');
  try {
    const rows = await storeRows(app, { id, me, name, subject, maxRows }, readRecords(hashed(content, hash)));
    if (rows === 0) throw refuse('imports.empty');
    await app.db.tx(async (tx) => {
      const { number } = await tx.one<{ number: bigint }>(sql`
        update import_run set state = 'uploaded', rows = ${rows}, sha256 = ${hash.digest()} where id = ${id} returning number`);
      const details = { import: runNumber(number), name, lines: String(rows) };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'imports.upload', details });
    });
  } catch (error) {
    await app.db.run(sql`delete from import_run where id = ${id}`);
    throw error;
  }
  return { id };
}

async function storeRows(
  app: App,
  { id, me, name, subject, maxRows }: { id: string; me: Person; name: string; subject: ImportSubject; maxRows: number },
  records: AsyncIterable<FileRecord>,
): Promise<number> {
  let columns = 0;
  let rows = 0;
  let batch: FileRecord[] = [];
  for await (const record of records) {
    if (columns === 0) {
      columns = record.cells.length;
      if (columns > maxImportColumns) throw refuse('imports.unreadable', { line: record.line });
      await app.db.run(sql`
        insert into import_run (id, name, subject, header, created_by, created_at)
        values (${id}, ${cleanName(name) || 'import.csv'}, ${subject}, ${record.cells.map((cell) => cell.trim())}::text[], ${me.id}, ${app.clock.now()})`);
      continue;
    }
    batch.push(record);
    rows += 1;
    if (rows > maxRows) throw refuse('imports.too_many', { max: maxRows });
    if (batch.length < batchRows) continue;
    await insertRows(app.db, id, rows - batch.length, batch);
    batch = [];
  }
  await insertRows(app.db, id, rows - batch.length, batch);
  return rows;
}

const insertRows = (db: Pick<Queries, 'run'>, id: string, before: number, batch: readonly FileRecord[]) =>
  db.run(sql`
    insert into import_row (run_id, number, line, cells)
    select ${id}, ${before} + place, line, array(select jsonb_array_elements_text(cells))
    from unnest(${batch.map(({ line }) => line)}::int[], ${batch.map(({ cells }) => JSON.stringify(cells))}::jsonb[])
      with ordinality as record (line, cells, place)`);
