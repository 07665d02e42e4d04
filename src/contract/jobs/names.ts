import type { Declared } from '#contract/modules.ts';

/** How a job's last run went; `broken_off` when its instance died during it. */
export const jobOutcomes = ['never', 'running', 'done', 'failed', 'broken_off'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** An event that was not delivered is retried automatically, until it is given up. */
export const undeliveredStates = ['failing', 'given_up'] as const;
export type UndeliveredState = (typeof undeliveredStates)[number];

/** Any job that runs by the clock. */
export type JobName = Declared<'jobs'>[number];
type Flat<Name extends string> = Name extends `${infer Module}.${infer Job}` ? `${Module}_${Job}` : never;

/** The texts of `market.rates` are `jobs.name_market_rates` and `jobs.does_market_rates`. */
export const jobTextsOf = (name: JobName) => {
  const flat = name.replace('.', '_') as Flat<JobName>;
  return { title: `jobs.name_${flat}`, text: `jobs.does_${flat}` } as const;
};
