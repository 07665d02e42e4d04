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
  const agoMs = me?.provenAt ? clock.now().getTime() - me.provenAt.getTime() : Infinity;
  if (agoMs > (needsProof === 'recent' ? recentProofMs : Number.MAX_VALUE)) throw refuse('auth.proof_due');
}
