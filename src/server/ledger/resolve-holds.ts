import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { explained, fingerprintOf, type EntryContext, type Posted, type Posting } from './post.ts';

/** The end of one hold: the amount and account to pay; the rest is released. No payment means a release. */
export interface Resolution {
  holdId: string;
  context: EntryContext;
  to: readonly Posting[];
}

/**
 * Ends many holds in one statement, each by its own transaction: all or none. Results are in the given order.
 * @param unused how a hold ends that pays nothing
 * @throws Refusal `ledger.hold_ended`, `http.idempotency_mismatch`; more than was held is a defect
 */
export async function resolveHolds(
  tx: Tx,
  resolutions: readonly Resolution[],
  unused: 'released' | 'expired' = 'released',
): Promise<Posted[]> {
  const contexts = resolutions.map(({ context }) => context);
  const postings = resolutions.flatMap(({ to }, index) => to.map((each) => ({ ...each, index: index + 1 })));
  const prints = resolutions.map(({ context, to, holdId }) => fingerprintOf(context, to, { holdId, unused }));
  return explained(
    tx.rows<Posted>(sql`
      select * from ledger_resolve_holds(
        ${resolutions.map(({ holdId }) => holdId)}::uuid[], ${unused},
        ${contexts.map(() => newId())}::uuid[], ${contexts.map(({ scope }) => scope)}::text[], ${contexts.map(({ key }) => key)}::text[],
        ${prints}::bytea[], ${contexts.map(({ kind }) => kind)}::text[], ${contexts.map(({ reference }) => reference?.type ?? null)}::text[],
        ${contexts.map(({ reference }) => reference?.id ?? null)}::text[], ${contexts.map(({ actorId }) => actorId ?? null)}::uuid[],
        ${contexts.map(({ reason }) => reason ?? null)}::text[], ${contexts.map(({ at }) => at)}::timestamptz[],
        ${postings.map(({ index: position }) => position)}::int[], ${postings.map(({ account }) => account)}::text[],
        ${postings.map(({ amountMinor }) => amountMinor)}::bigint[])`),
  );
}
