import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Rows that were inserted or updated, as one of the two may come first, and rows that were deleted, by table. */
export type Writes = Map<string, [number, number]>;

interface Counted {
  since: (before: Counted | undefined, calls: number) => Writes;
  writes: Writes;
}

/** The rate limits are forgotten all the time, so each call inserts or updates them. */
const leftOut = /^(rate_window|bench_)/;

/** What has been written to a database, once all its other connections are closed, which count until then. */
export async function writesOf(address: string): Promise<Counted> {
  const db = new pg.Client(address);
  await db.connect();
  try {
    const others = `select from pg_stat_activity where datname = current_database() and application_name ~ 'recorded|pgbench'`;
    while ((await db.query(others)).rowCount !== 0) await sleep(10);
    const { rows } = await db.query<{ table: string; written: [number, number] }>(
      `select relname as table, array[n_tup_ins + n_tup_upd, n_tup_del]::int[] as written from pg_stat_user_tables`,
    );
    const writes: Writes = new Map(
      rows.filter(({ table }) => !leftOut.test(table)).map(({ table, written }) => [table, written]),
    );
    return {
      writes,
      since: (before, calls) =>
        new Map(
          [...writes].map(([table, written]) => {
            const from = before?.writes.get(table) ?? [0, 0];
            const [stored = 0, deleted = 0] = written.map((rows, kind) => (rows - (from[kind] ?? 0)) / calls);
            return [table, [stored, deleted]];
          }),
        ),
    };
  } finally {
    await db.end();
  }
}

/** A call may write a row more or less now and then, such as the first one of a client. */
const allowed = 0.15;

export function differences(expected: Writes, written: Writes): string[] {
  return [...new Set([...expected.keys(), ...written.keys()])].flatMap((table) => {
    const [wanted, had] = [expected, written].map((each) => each.get(table) ?? [0, 0]) as [number[], number[]];
    const differs = wanted.some((rows, kind) => Math.abs(rows - (had[kind] ?? 0)) > allowed);
    const shown = [wanted, had].map((each) => each.map((rows) => rows.toFixed(2)).join('/'));
    return differs ? [`${table} ${shown.join(' and ')}`] : [];
  });
}
