import type { Posted } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Outcome } from './outcome.ts';

/** The offering of the outcomes, and the time from which clients waited for them. */
interface Offering {
  offeringId: string;
  currency: string;
  decidedAt: Date;
  /** Clients of the offering who were notified before. */
  notified: number;
}

/** With the posting that paid. */
type Winner = Outcome & { transactionId: string };

/**
 * Up to this many clients are notified at once; the others one after the other, so that events of other kinds can pass
 * them.
 */
const notifyBatchSize = 200;
const notifyEveryMs = 50;

/**
 * Records the end of applications: their states, their status history, their shares, and the events for their clients.
 */
export async function writeOutcomes(
  app: App,
  tx: Tx,
  offering: Offering,
  outcomes: readonly Outcome[],
  posted: readonly Posted[],
): Promise<void> {
  const at = app.clock.now();
  const winners: Winner[] = outcomes.flatMap((outcome, n) =>
    outcome.state === 'settled' ? [{ ...outcome, transactionId: posted[n]?.id ?? '' }] : [],
  );
  await tx.run(sql`
    update ipo_application a set state = 'allotted', allotted_quantity = d.allotted
    from unnest(${winners.map(({ application }) => application.id)}::uuid[], ${winners.map(({ application }) => application.allotted)}::int[]) d (id, allotted)
    where a.id = d.id`);
  await endApplications(tx, at, outcomes);
  await recordStatuses(tx, at, outcomes);
  await bookShares(tx, at, offering, winners);
  await app.outbox.emitAll(
    tx,
    'ipo.application_changed',
    outcomes.map(({ application: { id, clientId }, state }) => ({ applicationId: id, clientId, state })),
    (n) =>
      new Date(
        Math.max(
          at.getTime(),
          offering.decidedAt.getTime() + (offering.notified + n - notifyBatchSize) * notifyEveryMs,
        ),
      ),
  );
}

async function endApplications(tx: Tx, at: Date, outcomes: readonly Outcome[]): Promise<void> {
  const of = outcomes.map(({ application }) => application);
  await tx.run(sql`
    update ipo_application a
    set state = d.state, reason = d.reason, allotted_quantity = d.allotted, tier = d.tier, weight = d.weight,
        cost_minor = d.cost_minor, fee_minor = d.fee_minor, released_minor = d.released_minor, settled_at = ${at}, updated_at = ${at}
    from unnest(${of.map(({ id }) => id)}::uuid[], ${outcomes.map(({ state }) => state)}::text[], ${outcomes.map(({ reason }) => reason)}::text[],
                ${of.map(({ allotted }) => allotted)}::int[], ${of.map(({ tier }) => tier)}::text[], ${of.map(({ weight }) => weight)}::int[],
                ${outcomes.map(({ costMinor }) => costMinor)}::bigint[], ${outcomes.map(({ feeMinor }) => feeMinor)}::bigint[],
                ${outcomes.map(({ releasedMinor }) => releasedMinor)}::bigint[])
      d (id, state, reason, allotted, tier, weight, cost_minor, fee_minor, released_minor)
    where a.id = d.id`);
}

/** An application with shares is first allotted, then settled. The quantity is the allotted one from then on. */
async function recordStatuses(tx: Tx, at: Date, outcomes: readonly Outcome[]): Promise<void> {
  const steps = outcomes.flatMap(({ application, state }) => {
    const { id, clientId, allotted, quantity } = application;
    if (state !== 'settled') return [{ id, clientId, state, quantity }];
    return ['allotted', 'settled'].map((state) => ({ id, clientId, state, quantity: allotted }));
  });
  await tx.run(sql`
    insert into ipo_application_status_history (id, application_id, client_id, state, quantity, by_kind, at)
    select d.step, d.id, d.client_id, d.state, d.quantity, 'system', ${at}
    from unnest(${steps.map(() => newId())}::uuid[], ${steps.map(({ id }) => id)}::uuid[], ${steps.map(({ clientId }) => clientId)}::uuid[],
                ${steps.map(({ state }) => state)}::text[], ${steps.map(({ quantity }) => quantity)}::int[])
      d (step, id, client_id, state, quantity)`);
}

/** They wait for the listing, which sets when they can be sold. */
async function bookShares(
  tx: Tx,
  at: Date,
  { offeringId, currency }: Offering,
  winners: readonly Winner[],
): Promise<void> {
  const of = winners.map(({ application }) => application);
  await tx.run(sql`
    insert into ipo_holding (id, application_id, client_id, wallet_id, offering_id, currency, quantity, cost_minor, fee_minor, transaction_id, acquired_at)
    select d.holding, d.id, d.client_id, d.wallet_id, ${offeringId}, ${currency}, d.quantity, d.cost_minor, d.fee_minor, d.transaction_id, ${at}
    from unnest(${of.map(() => newId())}::uuid[], ${of.map(({ id }) => id)}::uuid[], ${of.map(({ clientId }) => clientId)}::uuid[],
                ${of.map(({ walletId }) => walletId)}::uuid[], ${of.map(({ allotted }) => allotted)}::int[],
                ${winners.map(({ costMinor }) => costMinor)}::bigint[], ${winners.map(({ feeMinor }) => feeMinor)}::bigint[],
                ${winners.map(({ transactionId }) => transactionId)}::uuid[])
      d (holding, id, client_id, wallet_id, quantity, cost_minor, fee_minor, transaction_id)`);
}
