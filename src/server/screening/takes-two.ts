import type { HitKind, HitState } from '#contract/screening/names.ts';

/** Whether clearing a hit needs another person; the database has the same rule. */
export const takesTwo = ({ kind, state }: { kind: HitKind; state: HitState }): boolean =>
  kind === 'sanction' || state === 'confirmed';
