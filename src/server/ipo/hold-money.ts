import { chargeOf, type FeesIn } from '#contract/ipo-charge.ts';
import { hold, releaseHold } from '#server/ledger/hold.ts';
import type { Act } from '#server/ledger/post.ts';
import { walletAccounts } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Applied } from './application-row.ts';
import type { OfferingRow } from './offering-row.ts';

const dayMs = 86_400_000;
/** The promise of a hold: so long after the expected listing at the latest it is over. */
const graceDays = 30;

/** An act of the ledger on one application. `key` names it within the application. */
export function ledgerAct(
  { clock }: Pick<App, 'clock'>,
  { applicationId, clientId }: { applicationId: string; clientId: string },
  key: string,
): Omit<Act, 'kind'> {
  return {
    scope: `ipo-application:${applicationId}`,
    key,
    at: clock.now(),
    actorId: clientId,
    reference: { type: 'ipo_application', id: applicationId },
  };
}

export interface Asking {
  applicationId: string;
  clientId: string;
  wallet: { available: string; held: string };
  quantity: number;
  priceMinor: bigint;
  fees: FeesIn;
  /** Tells one hold of an application from another. */
  key: string;
}

/**
 * Sets aside what so many shares cost at a price, fees included.
 * @throws Refusal `ledger.insufficient_funds`
 */
export async function holdMoney(
  app: App,
  tx: Tx,
  offering: Pick<OfferingRow, 'listedAt' | 'closesAt'>,
  asking: Asking,
): Promise<{ holdId: string; heldMinor: bigint }> {
  const { wallet, quantity, priceMinor, fees, key } = asking;
  const { costMinor, feeMinor } = chargeOf(quantity, priceMinor, fees);
  const heldMinor = costMinor + feeMinor;
  const expiresAt = new Date((offering.listedAt ?? offering.closesAt).getTime() + graceDays * dayMs);
  const request = { wallet, amountMinor: heldMinor, purpose: 'ipo', expiresAt } as const;
  const held = await hold(tx, ledgerAct(app, asking, `hold:${key}`), request);
  return { holdId: held.id, heldMinor };
}

/** Replaces what an application holds. @throws Refusal `ledger.insufficient_funds` */
export async function holdAnew(
  app: App,
  tx: Tx,
  applied: Applied,
  { quantity, priceMinor, key }: Pick<Asking, 'quantity' | 'priceMinor' | 'key'>,
): Promise<{ holdId: string; heldMinor: bigint }> {
  const { applicationId, clientId, walletId, holdId } = applied;
  if (holdId === null) throw new Error(`application ${applied.number} waits and holds nothing`);
  await releaseHold(tx, holdId, ledgerAct(app, applied, `release:${key}`));
  const wallet = walletAccounts(clientId, walletId);
  return holdMoney(app, tx, applied, {
    applicationId,
    clientId,
    wallet,
    quantity,
    priceMinor,
    fees: feesOf(applied),
    key,
  });
}

/** The fees that an application was made with. */
export const feesOf = (applied: Applied): FeesIn => ({
  feeInBps: applied.ownFeeInBps,
  feeInMinMinor: applied.ownFeeInMinMinor,
  feeFixedMinor: applied.ownFeeFixedMinor,
});
