import type { Outcome, Probe } from './outcome.ts';

type Step = readonly [name: string, run: () => Promise<Outcome<string>>];

/** Runs steps that only read, up to the first that fails. */
export async function probe(steps: readonly Step[]): Promise<Probe> {
  const done: Probe['steps'] = [];
  for (const [name, run] of steps) {
    const began = performance.now();
    const outcome = await run();
    const detail = outcome.kind === 'done' ? outcome.value : outcome.kind === 'refused' ? outcome.text : outcome.detail;
    done.push({
      name,
      ok: outcome.kind === 'done',
      ms: Math.round(performance.now() - began),
      detail: detail.slice(0, 300),
    });
    if (outcome.kind !== 'done') break;
  }
  return { ok: done.every(({ ok }) => ok), steps: done };
}
