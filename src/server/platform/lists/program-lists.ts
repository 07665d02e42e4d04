import type { Queries } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { isId } from '../id.ts';
import { refuseField } from '../refusal.ts';
import { mayBeGone, refuseGonePlace, type Numbered } from './place.ts';
import { readTimeCursor, timeCursor } from './time-cursor.ts';

/** What a program sends to read a page of a list. */
export interface Paging {
  limit: number;
  cursor?: string | undefined;
  updated_since?: string | undefined;
}

/** A list that may be read of one client alone. */
export type OfClient = Paging & { client_id?: string | undefined };

/** Whether a row is of what a program has named; every row is where it has named none. */
export const isOf = (column: Sql, id: string | undefined): Sql =>
  id === undefined ? sql`true` : sql`${column} = ${id}`;

/** The ids of a list, by the type of their column: how they are written, and what sorts before all of them. */
const ids = {
  uuid: { is: (id: string) => isId(id), none: '00000000-0000-0000-0000-000000000000' },
  bigint: { is: (id: string) => /^\d{1,18}$/.test(id), none: '0' },
  text: { is: (id: string) => /^[A-Z0-9-]{1,35}$/.test(id), none: '' },
};
type IdType = keyof typeof ids;

/** Where a page of a list for programs begins. */
export interface Place {
  limit: number;
  /** The id of the last row that was read, in a list of the newest first; null at its start. */
  cursor: string | null;
  /** In the order of changes: the change after which a page begins, and the time before which all changes show. */
  changes: { at: Date | string; id: string; before: Date } | null;
}

/**
 * Reads what a program sends. Call it before the statement that reads the rows, in no transaction: that one has to see
 * what was committed by then.
 * @throws Refusal on `cursor` when it is none of this list
 */
export async function readPlace(
  db: Queries,
  { limit, cursor, updated_since: since }: Paging,
  idType: IdType = 'uuid',
): Promise<Place> {
  const { is, none } = ids[idType];
  if (since === undefined) {
    if (cursor !== undefined && !is(cursor)) throw refuseField('cursor', 'validation.identifier');
    return { limit, cursor: cursor ?? null, changes: null };
  }
  const after = cursor === undefined ? { at: new Date(since), id: none } : readTimeCursor(cursor, is);
  const { before } = await db.one<{ before: Date }>(sql`select changes_settled_before() as before`);
  return { limit, cursor: null, changes: { ...after, before } };
}

/** The end of a statement that reads a page, and one row more where there is another page. */
export const rowsFrom = ({ limit, cursor, changes }: Place, id: Sql, changedAt: Sql): Sql =>
  changes
    ? sql`(${changedAt}, ${id}) > (${changes.at}::timestamptz, ${changes.id}) and ${changedAt} < ${changes.before}::timestamptz
        order by ${changedAt}, ${id} limit ${limit + 1}`
    : sql`(${cursor}::text is null or ${id} < ${cursor}) order by ${id} desc limit ${limit + 1}`;

/** A page as every list for programs has it. `rows` is one longer than the page where there is another. */
export function pageOf<Row extends { id: string | bigint; changedAt: Date }, Shown>(
  rows: readonly Row[],
  { limit, changes }: Place,
  show: (row: Row) => Shown,
): { data: Shown[]; next_cursor: string | null } {
  const read = rows.slice(0, limit);
  const last = read.at(-1);
  const place = last && (changes ? timeCursor(last.changedAt.toISOString(), String(last.id)) : String(last.id));
  return { data: read.map(show), next_cursor: rows.length > limit && place ? place : null };
}

/** A list for programs: what it selects of which rows, up to its `where`, and how a row is shown. */
interface ProgramList<Row, Shown> {
  select: Sql;
  id: Sql;
  idType?: IdType;
  changedAt: Sql;
  show: (row: Row) => Shown;
}

/** Reads a page of a list. An index on `changedAt` and `id`, and that on `id`, have its rows in their order. */
export async function readPage<Row extends { id: string | bigint; changedAt: Date }, Shown>(
  { db }: { db: Queries },
  query: Paging,
  { select, id, idType, changedAt, show }: ProgramList<Row, Shown>,
) {
  const place = await readPlace(db, query, idType);
  return pageOf(await db.rows<Row>(sql`${select} and ${rowsFrom(place, id, changedAt)}`), place, show);
}

/** What a program sends to read rows that are only added, in their order. */
export interface Following {
  limit: number;
  cursor?: string | undefined;
  after_id?: string | undefined;
}

/**
 * Reads a page of rows that are only added, from `select` up to its `where`, in the order of their numbers.
 * @throws Refusal `operator.place_ahead` after a row that is gone
 */
export async function readAdded<Row extends { id: bigint }, Shown>(
  { db }: { db: Queries },
  { limit, cursor, after_id: after = '0' }: Following,
  { select, id, show, of }: Pick<ProgramList<Row, Shown>, 'select' | 'id' | 'show'> & { of: Numbered },
) {
  const place = cursor ?? after;
  const rows = await db.rows<Row>(sql`${select} and ${id} > ${place}::bigint order by ${id} limit ${limit + 1}`);
  if (mayBeGone(place, rows[0]?.id)) await refuseGonePlace(db, place, of);
  const read = rows.slice(0, limit);
  return { data: read.map(show), next_cursor: rows.length > limit ? String(read.at(-1)?.id) : null };
}
