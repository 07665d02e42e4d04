import type { SortOf } from '#contract/kernel/reads/sorts.ts';
import { sql, type Sql } from '../db/sql.ts';
import { isId } from '../id.ts';
import { refuseField } from '../refusal.ts';

/** What a column sorts by: an expression that an index has together with the id, so that a page costs what it shows. */
interface SortKey {
  by: Sql;
  /** Whether a cursor may hold it: the database takes no other. */
  fits: (value: string) => boolean;
}

export const byId = (by: Sql): SortKey => ({ by, fits: isId });
export const byText = (by: Sql): SortKey => ({ by, fits: (value) => !/\p{Cc}/u.test(value) });
export const byNumber = (by: Sql): SortKey => ({ by, fits: (value) => /^-?\d{1,18}$/.test(value) });

/** The order of a page, the rows before it left out, and the column that its cursor is made from. */
interface Sorted {
  order: Sql;
  after: Sql;
  value: Sql;
}

/**
 * A list in the order that was asked for; rows that are alike in it, by id. The cursor has sort, value and id of the last
 * row, so a row that changes between two pages takes no others with it.
 * @throws Refusal on `cursor` when it is none of this order
 */
export function sortedBy<Column extends string>(
  keys: Record<Column, SortKey>,
  id: Sql,
  { sort, cursor }: { sort: SortOf<Column>; cursor?: string | undefined },
): Sorted {
  const isDown = sort.startsWith('-');
  const { by, fits } = keys[sort.replace('-', '') as Column];
  const last = cursor === undefined ? undefined : readCursor(cursor, sort, fits);
  const place = last && sql`(${last.value}, ${last.id}::uuid)`;
  return {
    order: isDown ? sql`${by} desc, ${id} desc` : sql`${by}, ${id}`,
    after: place ? (isDown ? sql`(${by}, ${id}) < ${place}` : sql`(${by}, ${id}) > ${place}`) : sql`true`,
    value: sql`(${by})::text`,
  };
}

/** The place of a row in a sorted list. */
export const sortedCursor = (sort: string, { id, sort_value }: { id: string; sort_value: string }): string =>
  `${sort} ${id} ${sort_value}`;

function readCursor(cursor: string, sort: string, fits: SortKey['fits']): { id: string; value: string } {
  const [, asked, id = '', value = ''] = /^(\S+) (\S+) (.*)$/s.exec(cursor) ?? [];
  if (asked !== sort || !isId(id) || !fits(value)) throw refuseField('cursor', 'validation.identifier');
  return { id, value };
}
