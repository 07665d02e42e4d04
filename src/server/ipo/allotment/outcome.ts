import { chargeOf, type FeesIn } from '#contract/ipo/charge.ts';
import type { ApplicationEnd, ApplicationState } from '#contract/ipo/names.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';

/** An application that waits for its settlement, with its allotment. */
export interface Settling extends FeesIn {
  id: string;
  number: bigint;
  clientId: string;
  walletId: string;
  state: ApplicationState;
  quantity: number;
  holdId: string;
  heldMinor: bigint;
  eligible: boolean;
  limitMet: boolean;
  allotted: number;
  tier: TierName;
  weight: number;
}

/**
 * The end of an application: `settled` with shares, or without any and with the reason. The held amount is the sum of
 * the three.
 */
export interface Outcome {
  application: Settling;
  state: 'settled' | 'not_allotted' | 'rejected' | 'expired';
  reason: ApplicationEnd | null;
  costMinor: bigint;
  feeMinor: bigint;
  releasedMinor: bigint;
}

/**
 * Pays for shares and fees, and releases the rest. The fixed fee is for taking part: an applicant who was not eligible,
 * or did not confirm again, gets everything back.
 * @param drawn whether the method draws its recipients
 */
export function outcomeOf(
  application: Settling,
  { finalPriceMinor, drawn }: { finalPriceMinor: bigint; drawn: boolean },
): Outcome {
  const { allotted, eligible, limitMet, heldMinor } = application;
  const nothing = { application, costMinor: 0n, feeMinor: 0n, releasedMinor: heldMinor };
  if (application.state === 'reconfirm_required') return { ...nothing, state: 'expired', reason: 'not_reconfirmed' };
  if (!eligible) return { ...nothing, state: 'rejected', reason: 'not_eligible' };
  const { costMinor, feeMinor } = chargeOf(allotted, finalPriceMinor, application);
  const paid = { application, costMinor, feeMinor, releasedMinor: heldMinor - costMinor - feeMinor };
  if (allotted > 0) return { ...paid, state: 'settled', reason: null };
  if (!limitMet) return { ...paid, state: 'not_allotted', reason: 'limit_below_price' };
  return { ...paid, state: 'not_allotted', reason: drawn ? 'not_drawn' : 'too_little' };
}
