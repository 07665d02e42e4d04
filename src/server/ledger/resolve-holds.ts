import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { explained, fingerprintOf, type Act, type Posted, type Posting } from './post.ts';

/** The end of one hold: what it pays, and to where; the rest goes back. Nothing to pay is a release. */
export interface Resolution {
  holdId: string;
  act: Act;
  to: readonly Posting[];
}

/**
 * Ends many holds in one statement, each by a transaction of its own: all or none. Answers in the order asked.
 * @throws Refusal `ledger.hold_ended`, `http.idempotency_mismatch`; more than was held is a defect
 */
export async function resolveHolds(tx: Tx, resolutions: readonly Resolution[]): Promise<Posted[]> {
  const acts = resolutions.map(({ act }) => act);
  const postings = resolutions.flatMap(({ to }, index) => to.map((each) => ({ ...each, place: index + 1 })));
  const prints = resolutions.map(({ act, to, holdId }) => fingerprintOf(act, to, { holdId, unused: 'released' }));
  return explained(
    tx.rows<Posted>(sql`
      select * from ledger_resolve_holds(
        ${resolutions.map(({ holdId }) => holdId)}::uuid[], 'released',
        ${acts.map(() => newId())}::uuid[], ${acts.map(({ scope }) => scope)}::text[], ${acts.map(({ key }) => key)}::text[],
        ${prints}::bytea[], ${acts.map(({ kind }) => kind)}::text[], ${acts.map(({ reference }) => reference?.type ?? null)}::text[],
        ${acts.map(({ reference }) => reference?.id ?? null)}::text[], ${acts.map(({ actorId }) => actorId ?? null)}::uuid[],
        ${acts.map(({ reason }) => reason ?? null)}::text[], ${acts.map(({ at }) => at)}::timestamptz[],
        ${postings.map(({ place }) => place)}::int[], ${postings.map(({ account }) => account)}::text[],
        ${postings.map(({ amountMinor }) => amountMinor)}::bigint[])`),
  );
}
