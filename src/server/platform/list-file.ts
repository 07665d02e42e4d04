import type { AuditAct } from '#contract/audit-names.ts';
import type { App } from './app.ts';
import { writeAudit } from './audit.ts';
import { csvOf, type CsvCell } from './csv.ts';
import type { FileAnswer } from './http/send-file.ts';
import type { Client } from './session.ts';

/** A list that staff take away holds at most so many rows; one that was cut off there says so in a row more. */
export const fileRows = 10_000;

/** Columns of a file by names that are the same in every language. */
export type Columns<Row> = Record<string, (row: Row) => CsvCell>;

interface ListFile<Row> {
  /** Of the file, without its ending. */
  name: string;
  /** As the audit log has it. */
  act: AuditAct;
  /** What narrowed the list down; it is written down. */
  filter: object;
  columns: Columns<Row>;
  /** The rows; more than `limit` are not wanted. */
  read: (limit: number) => Promise<readonly Row[]>;
}

/** A list of staff as CSV. Whoever takes it away is written down, each time and before he has it. */
export async function listFile<Row>(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  me: Pick<Client, 'id'>,
  { name, act, filter, columns, read }: ListFile<Row>,
): Promise<FileAnswer> {
  const details = Object.fromEntries(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, String(value)]),
  );
  await db.tx((tx) => writeAudit(tx, clock, { actorId: me.id, act, details }));
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
