import type { Row } from './examine.ts';

/** A line for each lie and each kill, with what came of it; those that were repeated are one line while they withstood. */
export function tableOf(rows: readonly Row[]): string {
  const lines = new Map<string, { row: Row; times: number }>();
  for (const row of rows) {
    const key = `${row.path} ${row.name} ${row.problem}`;
    const known = lines.get(key);
    lines.set(key, { row, times: (known?.times ?? 0) + 1 });
  }
  const path = Math.max(...rows.map((each) => each.path.length));
  const name = Math.max(...rows.map((each) => each.name.length)) + 8;
  return [...lines.values()]
    .map(({ row, times }) => {
      const what = times > 1 ? `${row.name} × ${times}` : row.name;
      return `${row.problem === null ? '✓' : '✗'} ${row.path.padEnd(path)}  ${what.padEnd(name)}  ${row.problem ?? 'as it has to be'}`;
    })
    .join('\n');
}
