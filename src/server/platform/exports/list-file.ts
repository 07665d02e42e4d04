import type { AuditAction } from '#contract/staff/audit-names.ts';
import type { App } from '../app.ts';
import { writeAudit } from '../audit/audit.ts';
import { csvOf, type CsvCell } from './csv.ts';
import type { FileResponse } from '../http/send-file.ts';
import type { Person } from '../session/session.ts';

/** The most rows of an exported list; a list that was cut off has an extra row that says so. */
export const fileRows = 10_000;

/** Columns of a file by names that are the same in every language. */
export type Columns<Row> = Record<string, (row: Row) => CsvCell>;

interface ListFile<Row> {
  /** Of the file, without its ending. */
  name: string;
  /** As the audit log has it. */
  action: AuditAction;
  /** The filter of the list, for the audit log. */
  filter: object;
  columns: Columns<Row>;
  /** The rows, at most `limit`. */
  read: (limit: number) => Promise<readonly Row[]>;
}

/** A list of staff as CSV. Each export is recorded, before the content is sent. */
export async function listFile<Row>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  me: Pick<Person, 'id'>,
  { name, action, filter, columns, read }: ListFile<Row>,
): Promise<FileResponse> {
  const details = Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, String(value)]),
  );
  await db.tx((tx) => writeAudit(tx, clock, { actorId: me.id, action: action, details }));
  const rows = await read(fileRows + 1);
  const cells = rows.slice(0, fileRows).map((row) => Object.values(columns).map((cell) => cell(row)));
  if (rows.length > fileRows)
    cells.push([
      `cut_after_${fileRows}_rows`,
      ...Object.keys(columns)
        .slice(1)
        .map(() => null),
    ]);
  return {
    name: `${name}.csv`,
    type: 'text/csv; charset=utf-8',
    content: csvOf([Object.keys(columns), ...cells]),
  };
}
