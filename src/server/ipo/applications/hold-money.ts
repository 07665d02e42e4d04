import { chargeOf, type FeesIn } from '#contract/ipo/charge.ts';
import { hold, releaseHold } from '#server/ledger/hold.ts';
import type { EntryContext } from '#server/ledger/post.ts';
import { walletAccounts } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Applied } from './application-row.ts';
import type { OfferingRow } from '../offerings/offering-row.ts';

const dayMs = 86_400_000;
/** A hold expires at the latest this long after the expected listing. */
const graceDays = 30;

/** When a hold that is placed now ends at the latest, by the dates of the offering. */
export const holdExpiry = ({ listedAt, closesAt }: Pick<OfferingRow, 'listedAt' | 'closesAt'>): Date =>
  new Date((listedAt ?? closesAt).getTime() + graceDays * dayMs);

/** The ledger entry of an action on one application. `key` is unique within the application. */
export function entryContext(
  { clock }: Pick<App, 'clock'>,
  { applicationId, clientId }: { applicationId: string; clientId: string },
  key: string,
): Omit<EntryContext, 'kind'> {
  return {
    scope: `ipo-application:${applicationId}`,
    key,
    at: clock.now(),
    actorId: clientId,
    reference: { type: 'ipo_application', id: applicationId },
  };
}

export interface HoldInput {
  applicationId: string;
  clientId: string;
  wallet: { available: string; held: string };
  quantity: number;
  priceMinor: bigint;
  fees: FeesIn;
  /** Distinguishes the holds of one application. */
  key: string;
}

/** The hold of an application that `holdMoney` has placed under a key, in a statement. */
export const holdOf = (applicationId: string, key: string): Sql =>
  sql`(select id from ledger_transaction where scope = ${`ipo-application:${applicationId}`} and key = ${`hold:${key}`})`;

/** What this many shares cost at a price, fees included. */
export function toHold({ quantity, priceMinor, fees }: Pick<HoldInput, 'quantity' | 'priceMinor' | 'fees'>): bigint {
  const { costMinor, feeMinor } = chargeOf(quantity, priceMinor, fees);
  return costMinor + feeMinor;
}

/** Holds the cost of this many shares at a price, fees included. @throws Refusal `ledger.insufficient_funds` */
export async function holdMoney(
  app: App,
  tx: Tx,
  offering: Pick<OfferingRow, 'listedAt' | 'closesAt'>,
  input: HoldInput,
): Promise<{ holdId: string; heldMinor: bigint }> {
  const { wallet, key } = input;
  const heldMinor = toHold(input);
  const request = { wallet, amountMinor: heldMinor, purpose: 'ipo', expiresAt: holdExpiry(offering) } as const;
  const held = await hold(tx, entryContext(app, input, `hold:${key}`), request);
  return { holdId: held.id, heldMinor };
}

/** Replaces the hold of an application. @throws Refusal `ledger.insufficient_funds` */
export async function replaceHold(
  app: App,
  tx: Tx,
  applied: Applied,
  { quantity, priceMinor, key }: Pick<HoldInput, 'quantity' | 'priceMinor' | 'key'>,
): Promise<{ holdId: string; heldMinor: bigint }> {
  const { applicationId, clientId, walletId, holdId } = applied;
  if (holdId === null) throw new Error(`application ${applied.number} waits and holds nothing`);
  await releaseHold(tx, holdId, entryContext(app, applied, `release:${key}`));
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

/** The fees at the time of the application. */
export const feesOf = (applied: Applied): FeesIn => ({
  feeInBps: applied.ownFeeInBps,
  feeInMinMinor: applied.ownFeeInMinMinor,
  feeFixedMinor: applied.ownFeeFixedMinor,
});
