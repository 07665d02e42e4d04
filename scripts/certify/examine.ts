import { setTimeout as sleep } from 'node:timers/promises';
import { commonBooks, waitingEvents } from './common-books.ts';
import type { Exam, Trial, Verdict } from './trial.ts';
import type { World } from './world.ts';

export interface Row extends Pick<Trial, 'path' | 'name' | 'kind'> {
  /** What is wrong; null for what is as it has to be. */
  problem: string | null;
}

/** How far the clock moves from one look to the next, in seconds: repetitions of calls, leases, and the hourly sweep. */
const steps = [61, 901, 3601, 3601, 3601];
/** How long jobs have after each step, and after each trial that ends. */
const stepMs = 12_000;
/** After the last one, jobs that run once a minute by the clock of the machine come once more. */
const lastStepMs = 90_000;

/**
 * Runs trials one after the other, lets time pass until each has come to its end, and compares the books. What failed to
 * run counts as a failure.
 */
export async function examine(world: World, exam: Exam, trials: Trial[], say: (text: string) => void): Promise<Row[]> {
  const open: { trial: Trial; verdict: Verdict }[] = [];
  const rows = new Map<Trial, string | null>();
  for (const trial of trials) {
    try {
      open.push({ trial, verdict: await trial.run() });
      say('.');
    } catch (error) {
      rows.set(trial, error instanceof Error ? error.message : String(error));
      say('x');
    }
    exam.calm();
    await world.revive();
  }
  await converge(world, open, rows);
  const compared = [...(await exam.books()), ...(await commonBooks(world, exam.secrets))];
  say('\n');
  return [
    ...trials.map(({ path, name, kind }, index) => ({
      path,
      name,
      kind,
      problem: rows.get(trials[index] as Trial) ?? null,
    })),
    ...compared.map((problem) => ({ path: 'books', name: 'compared', kind: 'own' as const, problem })),
  ];
}

async function converge(
  world: World,
  open: { trial: Trial; verdict: Verdict }[],
  rows: Map<Trial, string | null>,
): Promise<void> {
  let left = open;
  for (const [index, seconds] of steps.entries()) {
    await world.pass(seconds);
    let waiting = true;
    const limitMs = index === steps.length - 1 ? lastStepMs : stepMs;
    for (let end = Date.now() + limitMs; (left.length > 0 || waiting) && Date.now() < end; await sleep(250)) {
      const looked = await Promise.all(
        left.map(async (each) => {
          const problem = await each.verdict().catch((error: unknown) => String(error));
          rows.set(each.trial, problem);
          return { each, problem };
        }),
      );
      const open = looked.flatMap(({ each, problem }) => (problem === null ? [] : [each]));
      if (open.length < left.length) end = Date.now() + limitMs;
      left = open;
      waiting = (await waitingEvents(world.db)).length > 0;
    }
    if (left.length === 0 && !waiting) break;
  }
  // What was right once has to stay so.
  for (const { trial, verdict } of open) rows.set(trial, await verdict());
}
