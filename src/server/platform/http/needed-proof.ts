import { recentProofMs } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import type { Person } from '../session/session.ts';

/**
 * Refuses a caller who has yet to prove who they are, as an endpoint requires it.
 * @throws Refusal `auth.proof_due`
 */
export function requestProof({ clock }: Pick<App, 'clock'>, { needsProof }: Endpoint, me: Person | null): void {
  if (needsProof === undefined) return;
  const { provenAt = null } = me ?? {};
  const isTooOld = (at: Date) => needsProof === 'recent' && clock.now().getTime() - at.getTime() > recentProofMs;
  if (provenAt === null || isTooOld(provenAt)) throw refuse('auth.proof_due');
}
