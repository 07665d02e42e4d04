import type { OfferingState } from '#contract/ipo/names.ts';

/** The times of an offering, and its state. */
export interface Times {
  state: OfferingState;
  opensAt: Date;
  closesAt: Date;
  confirmUntil: Date | null;
  lockUpEndsAt: Date | null;
}

/** The next step of the clock for an offering, and when; null when the next step is a person’s. */
export function nextOf({ state, opensAt, closesAt, confirmUntil, lockUpEndsAt }: Times) {
  const steps: Partial<Record<OfferingState, { state: OfferingState; at: Date | null }>> = {
    announced: { state: 'open', at: opensAt },
    open: { state: 'closed', at: closesAt },
    reconfirming: { state: 'allotting', at: confirmUntil },
    listed: { state: 'unlocked', at: lockUpEndsAt },
  };
  const next = steps[state];
  return next?.at ? { state: next.state, at: next.at.toISOString() } : null;
}
