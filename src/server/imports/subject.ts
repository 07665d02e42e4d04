import type { ImportField, RowFault, RowOutcome } from '#contract/imports/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { LockedRun } from './run-row.ts';

export interface Fault {
  field: ImportField | null;
  code: RowFault;
}

/** A row as it is in the file. */
export interface FileRow {
  number: number;
  cells: string[];
}

export interface CheckedRow {
  number: number;
  outcome: RowOutcome;
  outsideId: string | null;
  /** Of a client, as far as the row says it. */
  email?: string | null;
  content: object | null;
  faults: Fault[];
}

/** A row that is imported, with what the check has read. */
export interface NewRow<Content> {
  number: number;
  content: Content;
}

/** What the steps of an import do with rows of one kind. */
export interface Subject<Content> {
  /** How many rows one transaction imports, where it is not the usual number. */
  atOnce?: number;
  /** Reads rows by the mapping, and compares them with what is here. Nothing changes. */
  check(app: App, tx: Tx, run: LockedRun, rows: readonly FileRow[]): Promise<CheckedRow[]>;
  /** Once all rows are read: refuses rows that the others of the file rule out. */
  checkTogether(app: App, tx: Tx, run: LockedRun): Promise<void>;
  /** Creates what the rows say. @returns the faults of rows that are not created, by their numbers */
  create(app: App, tx: Tx, run: LockedRun, rows: readonly NewRow<Content>[]): Promise<Map<number, Fault>>;
}
