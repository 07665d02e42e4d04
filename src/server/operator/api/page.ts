/** A page as every list of keys has it. `rows` is one longer than the page where there is another. */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  limit: number,
  show: (row: Row) => Shown,
  cursorOf: (shown: Shown) => string,
): { data: Shown[]; next_cursor: string | null } {
  const data = rows.slice(0, limit).map(show);
  const last = data.at(-1);
  return { data, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}

export interface Paging {
  limit: number;
  cursor?: string | null | undefined;
}
