import { readdir, readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second, whatever the machine. */
const tickMs = 10;

interface Process {
  pid: number;
  parent: number;
  usedMs: number;
}

/** The processor time of a process and of its ended children, in milliseconds of user and system; undefined when it has ended. */
async function readProcess(pid: number): Promise<Process | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name of the program may hold spaces; what follows its bracket does not. See proc(5): fields 4, 14 and 15.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const parent = fields[1] ?? 0;
  // Its own, and that of its children that have ended.
  return { pid, parent, usedMs: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * tickMs };
}

/**
 * What a process has used of the processors itself, all its threads, in milliseconds of user and system. Finer than the
 * hundredths of a second above, so that some thousand calls are enough.
 */
export async function cpuTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const used = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return used.reduce((sum, line) => sum + Number.parseInt(line, 10) / 1e6, 0);
}

/** The same of all that it has started and that still runs, such as its PostgreSQL, and of what these have started. */
export async function cpuTimeBelow(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((each) => each > 0);
  const all = (await Promise.all(pids.map(readProcess))).filter((each) => each !== undefined);
  const below = (parent: number): number =>
    all.filter((each) => each.parent === parent).reduce((sum, each) => sum + each.usedMs + below(each.pid), 0);
  return below(pid);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
