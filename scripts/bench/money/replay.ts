import type pg from 'pg';
import type { RoundTrip } from './wire.ts';

type Value = string | null;

/** One verb as pgbench repeats it. */
export interface Replay {
  script: string;
  /** The values of each call, by client: those that PostgreSQL gives are not among them. */
  calls: string[][][];
  /** Of one call, and of pgbench, with that for the values. */
  roundTrips: number;
  replayed: number;
  statements: number;
  commits: number;
  /** Of the calls that were recorded; the others had other statements, as the first ones of a client. */
  share: number;
}

const shapeOf = (call: RoundTrip[]) =>
  JSON.stringify(call.map((trip) => trip.map(({ text, values }) => [text, values.map((value) => value === null)])));

/** The calls with the most frequent statements, by client. */
function mostAlike(recorded: readonly RoundTrip[][][]): RoundTrip[][][] {
  const shapes = recorded.map((calls) => calls.map(shapeOf));
  const counts = new Map<string, number>();
  for (const shape of shapes.flat()) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const [first] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return recorded.map((calls, n) => calls.filter((_, i) => shapes[n]?.[i] === first));
}

/** A colon in a literal that pgbench would take for a variable. */
function withoutVariables(text: string): string {
  return text.replaceAll(/(?<!:):(?=\w)/g, (colon, at: number) => {
    if ((text.slice(0, at).split("'").length - 1) % 2 === 0) throw new Error(`a colon outside a literal: ${text}`);
    return `${colon}' || '`;
  });
}

/**
 * Recorded calls as a script of pgbench: the same statements in the same transactions and round trips, with the recorded values,
 * call by call from a table. It runs in a copy of the database as it was before the recording, so every key is new and every row
 * is found again. What PostgreSQL itself gave, such as a number of a sequence or the place of a row, is taken from its answer;
 * that statement then travels alone, as pgbench reads no answer of a group.
 */
export function replayOf(recorded: readonly RoundTrip[][][], table: string): Replay {
  const byClient = mostAlike(recorded);
  const all = byClient.flat();
  const [example = []] = all;
  const columns: string[][] = [];
  /** What stands for values that are the same in all calls. */
  const known = new Map<string, string>();
  const answers = new Map<string, { place: string; expression: (name: string) => string }>();
  const read = new Set<string>();
  const flat = all.map((call) => call.flat());
  const clientOf = byClient.flatMap((calls, n) => calls.map(() => n));
  /** Whether it is another for each call, and not just for each client. */
  const isNew = (values: Value[]) =>
    values.some((value, n) => clientOf[n] === clientOf[n + 1] && value !== values[n + 1]);

  function nameFor(values: Value[]): string {
    const key = JSON.stringify(values);
    const answer = isNew(values) ? answers.get(key) : undefined;
    const name = known.get(key) ?? (answer ? answer.expression(answer.place) : `:c${columns.push(values as string[])}`);
    if (answer && !known.has(key)) read.add(answer.place.split('_')[0] ?? '');
    known.set(key, name);
    return name;
  }

  let index = 0;
  const trips = example.map((trip) =>
    trip.map(({ text, values, columns: answered, rows }) => {
      const at = index++;
      const written = withoutVariables(text).replaceAll(/\$(\d+)/g, (_, number: string) =>
        values[Number(number) - 1] === null
          ? 'null'
          : nameFor(flat.map((call) => call[at]?.values[Number(number) - 1] ?? null)),
      );
      if (rows === 1 && flat.every((call) => call[at]?.rows === 1))
        for (const [column, name] of answered.entries()) {
          const given = flat.map((call) => call[at]?.first[column] ?? null);
          if (given.includes(null) || !/^\w+$/.test(name) || known.has(JSON.stringify(given))) continue;
          const place = `r${at}_${name}`;
          answers.set(JSON.stringify(given), { place, expression: (variable) => `:${variable}` });
          const listed = given.map((value) => (value?.startsWith('(') ? `{"${value}"}` : `{${value}}`));
          answers.set(JSON.stringify(listed), { place, expression: (variable) => `array[:${variable}]` });
        }
      return { at, written };
    }),
  );
  const lines: string[] = [];
  let replayed = 1;
  for (const trip of trips) {
    let group: string[] = [];
    const send = () => {
      if (group.length > 0) replayed += 1;
      const together = group.map((statement) => `${statement};`);
      lines.push(...(group.length > 1 ? ['\\startpipeline', ...together, '\\endpipeline'] : together));
      group = [];
    };
    for (const { at, written } of trip) {
      if (!read.has(`r${at}`)) {
        group.push(written);
        continue;
      }
      send();
      replayed += 1;
      lines.push(`${written} \\gset r${at}_`);
    }
    send();
  }
  const names = columns.map((_, column) => `c${column + 1}`).join(', ');
  const next = `\\set i :i + 1\nselect ${names} from ${table} where n = :client_id and i = :i \\gset`;
  let place = 0;
  return {
    script: `${next}\n${lines.join('\n')}\n`,
    calls: byClient.map((calls) =>
      calls.map(() => {
        const call = place++;
        return columns.map((values) => values[call] ?? '');
      }),
    ),
    roundTrips: example.length,
    replayed,
    statements: example.flat().length,
    commits: commitsOf(example),
    share: all.length / recorded.flat().length,
  };
}

/** A statement outside a transaction commits by itself, as it matters where it writes. */
function commitsOf(call: RoundTrip[]): number {
  let isOpen = false;
  let commits = 0;
  for (const { text } of call.flat()) {
    if (/^\s*begin/i.test(text)) isOpen = true;
    else if (/^\s*commit/i.test(text)) [isOpen, commits] = [false, commits + 1];
    else if (!isOpen && /^\s*(insert|update|delete)/i.test(text)) commits += 1;
  }
  return commits;
}

/** So many clients that each make so many calls. */
export interface Run {
  clients: number;
  calls: number;
}

/**
 * Stores the values where the script finds them, those of each run after those of the one before. @returns after which `i` each run
 * begins, and how many calls of each client there are for it
 */
export async function storeCalls(
  db: pg.Client,
  table: string,
  { calls: byClient }: Replay,
  runs: readonly Run[],
): Promise<{ from: number; calls: number }[]> {
  const left = byClient.map((calls) => [...calls]);
  const rows: { n: number; i: number; values: string[] }[] = [];
  let from = 0;
  const laidOut = runs.map(({ clients, calls: wanted }) => {
    const among = left.slice(0, clients);
    const calls = Math.min(wanted, ...among.map(({ length }) => length));
    for (const [n, own] of among.entries())
      for (const [at, values] of own.splice(0, calls).entries()) rows.push({ n, i: from + at + 1, values });
    const run = { from, calls };
    from += calls;
    return run;
  });
  const names = (rows[0]?.values ?? []).map((_, column) => `c${column + 1}`);
  const columns = names.map((name) => `${name} text`).join(', ');
  await db.query(`create table ${table} (n int, i int, ${columns}, primary key (n, i))`);
  const arrays = names.map((_, column) => `, $${column + 3}::text[]`).join('');
  await db.query(`insert into ${table} select * from unnest($1::int[], $2::int[]${arrays})`, [
    rows.map(({ n }) => n),
    rows.map(({ i }) => i),
    ...names.map((_, column) => rows.map(({ values }) => values[column])),
  ]);
  await db.query(`vacuum analyze ${table}`);
  return laidOut;
}
