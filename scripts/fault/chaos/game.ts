import { setTimeout as sleep } from 'node:timers/promises';
import { judge } from '../referee.ts';
import { faults, type Fault } from './faults.ts';
import { openInstallation, type Installation } from './installation.ts';
import { openLoad, type Load } from './load.ts';

/** How one fault went. */
export interface Outcome {
  fault: string;
  answers: number;
  /** Answers of 500 and more while it lasted, and how long after its end the last one came, in milliseconds. */
  failed: number;
  failedAfterMs: number;
  /** The longest time in which no call succeeded, such as that of a failover. */
  awayMs: number;
  /** Lost, doubled, out of balance, or failing for too long. */
  problems: string[];
}

/** How long each fault lasts, and how long its end is watched. */
export interface Game {
  holdMs: number;
  watchMs: number;
  only?: RegExp;
}

const longestAfterMs = 10_000;

/**
 * Three built servers behind a load balancer meet one fault after another while clients move money, send files and read.
 * After each, everything that was answered is held against the books and the bucket. All on loopback.
 */
export async function playChaos(
  { holdMs, watchMs, only = /./ }: Game,
  report: (outcome: Outcome) => void = () => {},
): Promise<Outcome[]> {
  const answers: { at: number; status: number }[] = [];
  const installation = await openInstallation((status) => answers.push({ at: performance.now(), status }));
  const db = installation.open();
  try {
    const load = await openLoad(installation.balancer.url, db);
    const outcomes: Outcome[] = [];
    for (const fault of faults.filter(({ name }) => only.test(name))) {
      answers.length = 0;
      const endedAt = await meet(installation, load, fault, { holdMs, watchMs });
      if (endedAt === undefined) continue;
      const failed = answers.filter(({ status }) => status >= 500);
      const failedAfterMs = Math.max(0, Math.round((failed.at(-1)?.at ?? 0) - endedAt));
      const awayMs = longestPause(answers.filter(({ status }) => status < 500).map(({ at }) => at));
      await load.finish();
      const wrong = await db.snapshot((tx) => judge(tx, load.hands, load.openings));
      const problems = [...wrong, ...(await load.findLostFiles())];
      if (failedAfterMs > longestAfterMs) problems.push(`calls fail for ${failedAfterMs} ms after its end`);
      const outcome = {
        fault: fault.name,
        answers: answers.length,
        failed: failed.length,
        failedAfterMs,
        awayMs,
        problems,
      };
      report(outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  } finally {
    await db.close();
    await installation.stop();
  }
}

const longestPause = (times: readonly number[]): number =>
  Math.round(Math.max(0, ...times.slice(1).map((at, nth) => at - (times[nth] ?? at))));

/** @returns when the fault ended, by `performance.now()`; undefined where it cannot happen here */
async function meet(
  installation: Installation,
  load: Load,
  fault: Fault,
  { holdMs, watchMs }: Game,
): Promise<number | undefined> {
  let isOver = false;
  const working = load.work(() => isOver);
  try {
    await sleep(500);
    const end = await fault.begin(installation);
    if (!end) return undefined;
    await sleep(holdMs);
    await end();
    const endedAt = performance.now();
    await sleep(watchMs);
    return endedAt;
  } finally {
    isOver = true;
    await working;
  }
}
