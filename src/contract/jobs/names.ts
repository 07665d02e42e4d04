/** How a job's last run went; `broken_off` when its instance died during it. */
export const jobOutcomes = ['never', 'running', 'done', 'failed', 'broken_off'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** An event that was not delivered is retried automatically, until it is given up. */
export const undeliveredStates = ['failing', 'given_up'] as const;
export type UndeliveredState = (typeof undeliveredStates)[number];

/** All jobs that run by the clock; the texts are `jobs.name_<module>_<job>` and `jobs.does_<module>_<job>`. */
export const jobNames = [
  'audit.chain',
  'auth.purge_challenges',
  'auth.purge_devices',
  'auth.purge_passkey_challenges',
  'clients.close',
  'settings.purge_email_passwords',
  'ipo.allotment',
  'ipo.simulate_applicants',
  'ipo.advance_offerings',
  'ipo.prices',
  'market.candles',
  'market.purge',
  'market.rates',
  'notifications.purge',
  'notifications.purge_devices',
  'notifications.release',
  'operator.purge_events',
  'operator.send_webhooks',
  'paper.tick',
  'payments.expire',
  'platform.purge_delivered',
  'platform.purge_rate_windows',
  'platform.purge_security_log',
  'platform.test_restore',
  'platform.sweep_files',
  'portfolio.measure_tiers',
  'approvals.expire',
  'reconciliation.run',
  'staff.end_impersonations',
  'support.conversation_timers',
  'trading.follow_platform',
  'trading.record_equity',
  'trading.reconcile',
  'trading.downsample_equity',
  'verification.expire',
  'verification.follow_levels',
  'wallets.purge_quotes',
] as const;
export type JobName = (typeof jobNames)[number];
type Flat<Name extends string> = Name extends `${infer Module}.${infer Job}` ? `${Module}_${Job}` : never;

/** The texts of `market.rates` are `jobs.name_market_rates` and `jobs.does_market_rates`. */
export const jobTextsOf = (name: JobName) => {
  const flat = name.replace('.', '_') as Flat<JobName>;
  return { title: `jobs.name_${flat}`, text: `jobs.does_${flat}` } as const;
};
