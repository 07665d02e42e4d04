/** How a job's last run went; `broken_off` when its instance died meanwhile. */
export const jobOutcomes = ['never', 'running', 'done', 'failed', 'broken_off'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** An event that was not delivered is tried again by itself, until it is given up. */
export const undeliveredStates = ['failing', 'given_up'] as const;
export type UndeliveredState = (typeof undeliveredStates)[number];

/** All that the product does by the clock; `jobs.name_<room>_<job>` and `jobs.does_<room>_<job>` say it in words. */
export const jobNames = [
  'audit.seal',
  'auth.forget_challenges',
  'auth.forget_devices',
  'auth.forget_passkey_attempts',
  'clients.close',
  'house.forget_mail_passwords',
  'ipo.allotment',
  'ipo.crowd',
  'ipo.life',
  'ipo.prices',
  'market.candles',
  'market.forget',
  'market.rates',
  'notifications.forget',
  'notifications.forget_devices',
  'notifications.release',
  'operator.forget_events',
  'operator.send_webhooks',
  'paper.tick',
  'payments.expire',
  'platform.forget_delivered',
  'platform.forget_hits',
  'platform.forget_security_log',
  'platform.prove_restore',
  'platform.sweep_files',
  'portfolio.measure_tiers',
  'proposals.expire',
  'reconciliation.run',
  'staff.end_watches',
  'support.care',
  'trading.follow_platform',
  'trading.keep_equity',
  'trading.reconcile',
  'trading.thin_equity',
  'verification.expire',
  'verification.follow_levels',
  'wallets.forget_quotes',
] as const;
export type JobName = (typeof jobNames)[number];
type Flat<Name extends string> = Name extends `${infer Room}.${infer Job}` ? `${Room}_${Job}` : never;

/** `market.rates` is told by the texts `jobs.name_market_rates` and `jobs.does_market_rates`. */
export const jobTextsOf = (name: JobName) => {
  const flat = name.replace('.', '_') as Flat<JobName>;
  return { title: `jobs.name_${flat}`, text: `jobs.does_${flat}` } as const;
};
