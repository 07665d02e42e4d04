import type { Queries } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { isId } from '../id.ts';
import { refuseField } from '../refusal.ts';
import { readTimeCursor, timeCursor } from './time-cursor.ts';

/** What a program sends to read a page of a list. */
export interface Paging {
  limit: number;
  cursor?: string | undefined;
  updated_since?: string | undefined;
}

/** Where a page of a list for programs begins. */
export interface Place {
  limit: number;
  /** The id of the last row that was read, in a list of the newest first; null at its start. */
  cursor: string | null;
  /** In the order of changes: the change after which a page begins, and the time before which all changes show. */
  changes: { at: Date | string; id: string; before: Date } | null;
}

/** Sorts before every id of a row. */
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Reads what a program sends. Call it before the statement that reads the rows, in no transaction: that one has to see
 * what was committed by then.
 * @throws Refusal on `cursor` when it is none of this list
 */
export async function readPlace(db: Queries, { limit, cursor, updated_since: since }: Paging): Promise<Place> {
  if (since === undefined) {
    if (cursor !== undefined && !isId(cursor)) throw refuseField('cursor', 'validation.identifier');
    return { limit, cursor: cursor ?? null, changes: null };
  }
  const after = cursor === undefined ? { at: new Date(since), id: noId } : readTimeCursor(cursor);
  const { before } = await db.one<{ before: Date }>(sql`select changes_settled_before() as before`);
  return { limit, cursor: null, changes: { ...after, before } };
}

/** The end of a statement that reads a page, and one row more where there is another page. */
export const rowsFrom = ({ limit, cursor, changes }: Place, id: Sql, changedAt: Sql): Sql =>
  changes
    ? sql`(${changedAt}, ${id}) > (${changes.at}::timestamptz, ${changes.id}::uuid) and ${changedAt} < ${changes.before}::timestamptz
        order by ${changedAt}, ${id} limit ${limit + 1}`
    : sql`(${cursor}::uuid is null or ${id} < ${cursor}::uuid) order by ${id} desc limit ${limit + 1}`;

/** A page as every list for programs has it. `rows` is one longer than the page where there is another. */
export function pageOf<Row extends { id: string; changedAt: Date }, Shown>(
  rows: readonly Row[],
  { limit, changes }: Place,
  show: (row: Row) => Shown,
): { data: Shown[]; next_cursor: string | null } {
  const read = rows.slice(0, limit);
  const last = read.at(-1);
  const place = last && (changes ? timeCursor(last.changedAt.toISOString(), last.id) : last.id);
  return { data: read.map(show), next_cursor: rows.length > limit && place ? place : null };
}
