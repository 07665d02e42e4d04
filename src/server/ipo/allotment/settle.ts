import { waitingStates } from '#contract/ipo/names.ts';
import { houseAccount } from '#server/ledger/accounts.ts';
import { resolveHolds, type Resolution } from '#server/ledger/resolve-holds.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { escrowOf } from './allot-offering.ts';
import { outcomeOf, type Outcome, type Settling } from './outcome.ts';
import { writeOutcomes } from './write-outcomes.ts';

/** Small enough that a client hardly waits for the wallet, and large enough to share one commit. */
const chunkSize = 200;
/**
 * While one chunk is being written, the next is computed. The workers share the open applications, as two instances
 * would.
 */
const defaultWorkers = 2;

interface Terms {
  offeringId: string;
  currency: string;
  finalPriceMinor: bigint;
  drawn: boolean;
  decidedAt: Date;
}

/**
 * Settles the open applications of a decided offering, one chunk per transaction: pays for shares and fees from the
 * holds, releases the rest, and books the shares. Skips applications that another instance is settling.
 * @param workers one where all transactions are the same, as while a demo is seeded
 */
export async function settleOffering(app: App, offeringId: string, workers = defaultWorkers): Promise<void> {
  const terms = await app.db.maybeOne<Terms>(sql`
    select o.id as "offeringId", o.currency, a.final_price_minor as "finalPriceMinor", a.method in ('lottery', 'one_lot_each') as drawn,
           a.decided_at as "decidedAt"
    from ipo_allotment a join ipo_offering o on o.id = a.offering_id where a.offering_id = ${offeringId} and a.state = 'decided'`);
  if (!terms) return;
  const { settled } = await app.db.one<{ settled: number }>(sql`
    select count(*)::int as settled from ipo_application
    where offering_id = ${offeringId} and state <> all(${waitingStates}::text[]) and settled_at is not null`);
  let notified = settled;
  const settleOn = async () => {
    for (let after = 0n; ;) {
      const from = { after, notified };
      const chunk = await app.db.tx((tx) => settleChunk(app, tx, terms, from));
      const last = chunk.at(-1);
      if (!last) return;
      after = last.number;
      notified += chunk.length;
    }
  };
  await Promise.all(Array.from({ length: workers }, settleOn));
  await finish(app, offeringId);
}

/** Settles the next applications after a number and returns them; none when there are no more. */
async function settleChunk(
  app: App,
  tx: Tx,
  terms: Terms,
  { after, notified }: { after: bigint; notified: number },
): Promise<Settling[]> {
  const chunk = await tx.rows<Settling>(sql`
    select a.id, a.number, a.client_id as "clientId", a.wallet_id as "walletId", a.state, a.quantity, a.hold_id as "holdId", a.held_minor as "heldMinor",
           a.fee_in_bps as "feeInBps", a.fee_in_min_minor as "feeInMinMinor", a.fee_fixed_minor as "feeFixedMinor",
           e.eligible, e.limit_met as "limitMet", e.allotted, e.tier, e.weight
    from ipo_allotment_entry e join ipo_application a on a.id = e.application_id
    where e.offering_id = ${terms.offeringId} and e.number > ${after} and a.state = any(${waitingStates}::text[])
    order by e.number limit ${chunkSize} for update of a skip locked`);
  if (chunk.length === 0) return [];
  const outcomes = chunk.map((application) => outcomeOf(application, terms));
  const posted = await resolveHolds(
    tx,
    outcomes.map((outcome) => resolutionOf(app, terms, outcome)),
  );
  await writeOutcomes(app, tx, { ...terms, notified }, outcomes, posted);
  return chunk;
}

function resolutionOf(
  app: App,
  { offeringId, currency }: Terms,
  { application, costMinor, feeMinor }: Outcome,
): Resolution {
  const to = [
    { account: escrowOf(offeringId, currency).code, amountMinor: costMinor },
    { account: houseAccount('fees', currency).code, amountMinor: feeMinor },
  ].filter(({ amountMinor }) => amountMinor > 0n);
  return {
    holdId: application.holdId,
    context: {
      scope: `ipo-application:${application.id}`,
      key: 'settle',
      kind: to.length > 0 ? 'ipo' : 'release',
      at: app.clock.now(),
      reference: { type: 'ipo_application', id: application.id },
    },
    to,
  };
}

/** Only when no application is open: those that another instance is settling count as open until it commits. */
async function finish(app: App, offeringId: string): Promise<void> {
  const at = app.clock.now();
  await app.db.tx(async (tx) => {
    const settled = await tx.run(sql`
      update ipo_allotment set state = 'settled', settled_at = ${at}
      where offering_id = ${offeringId} and state = 'decided' and not exists (
        select from ipo_application where offering_id = ${offeringId} and state = any(${waitingStates}::text[]))`);
    if (settled === 0) return;
    await tx.run(sql`update ipo_offering set settled_at = ${at}, updated_at = ${at} where id = ${offeringId}`);
  });
}
