import type { Db, Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { createBatcher } from '#server/platform/batcher.ts';
import { newId } from '#server/platform/id.ts';
import { explained, fingerprintOf, type EntryContext, type Posted, type Posting } from './post.ts';

export interface QueuedPosting {
  context: EntryContext;
  postings: readonly Posting[];
}

/**
 * Entry point for actions that are a single posting: it posts as `post` does, in a database transaction that is not the
 * caller's. Actions that arrive together share a round trip and a commit. The call returns after that commit, and a
 * refusal affects only its own action.
 */
export function postBatch(db: Db): (context: EntryContext, postings: readonly Posting[]) => Promise<Posted> {
  const add = createBatcher((queued: QueuedPosting[]) => postAll(db, queued));
  return (context, postings) => add({ context, postings });
}

/** Posts several transactions in one round trip, all or none: in the caller's transaction, where there is one. */
export async function postAll(db: Pick<Queries, 'rows'>, queued: readonly QueuedPosting[]): Promise<Posted[]> {
  const contexts = queued.map(({ context }) => context);
  const postings = queued.flatMap(({ postings }, index) => postings.map((each) => ({ ...each, index: index + 1 })));
  const statement = sql`
    select * from ledger_post_all(
      ${contexts.map(() => newId())}::uuid[], ${contexts.map(({ scope }) => scope)}::text[], ${contexts.map(({ key }) => key)}::text[],
      ${queued.map(({ context, postings }) => fingerprintOf(context, postings))}::bytea[], ${contexts.map(({ kind }) => kind)}::text[],
      ${contexts.map(({ reference }) => reference?.type ?? null)}::text[], ${contexts.map(({ reference }) => reference?.id ?? null)}::text[],
      ${contexts.map(({ actorId }) => actorId ?? null)}::uuid[], ${contexts.map(({ reason }) => reason ?? null)}::text[],
      ${contexts.map(({ at }) => at)}::timestamptz[], ${queued.map(({ postings }) => postings.length)}::int[],
      ${postings.map(({ index }) => index)}::int[], ${postings.map(({ account }) => account)}::text[],
      ${postings.map(({ amountMinor }) => amountMinor)}::bigint[])`;
  return explained(db.rows<Posted>(statement));
}
