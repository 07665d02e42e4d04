/**
 * Of two lists the rows that the other one lacks; other values unchanged. Both come from the server, which keeps the
 * order of names.
 */
export function differing(was: unknown, value: unknown): [was: unknown, value: unknown] {
  if (!isRows(was) || !isRows(value)) return [was, value];
  const without = (rows: object[], others: object[]) => {
    const known = new Set(others.map((row) => JSON.stringify(row)));
    return rows.filter((row) => !known.has(JSON.stringify(row)));
  };
  return [without(was, value), without(value, was)];
}

const isRows = (value: unknown): value is object[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);
