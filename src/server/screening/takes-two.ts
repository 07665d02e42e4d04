import type { HitDecision, HitKind } from '#contract/screening/names.ts';

/** Whether a decision needs another person: one that releases payments does. The database has the same rule. */
export const takesTwo = ({ kind }: { kind: HitKind }, decision: HitDecision): boolean =>
  decision === 'cleared' || kind !== 'sanction';
