import { recentProofMs } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { App } from '../app.ts';
import { refuse } from '../refusal.ts';
import type { Client } from '../session.ts';

/**
 * Holds whoever has yet to prove to be themselves, as an endpoint asks it.
 * @throws Refusal `auth.proof_due`
 */
export function askProof({ clock }: Pick<App, 'clock'>, { needsProof }: Endpoint, me: Client | null): void {
  if (needsProof === undefined) return;
  const { provenAt = null } = me ?? {};
  const isTooOld = (at: Date) => needsProof === 'recent' && clock.now().getTime() - at.getTime() > recentProofMs;
  if (provenAt === null || isTooOld(provenAt)) throw refuse('auth.proof_due');
}
