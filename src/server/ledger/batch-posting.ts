import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { gather } from '#server/platform/batcher.ts';
import { newId } from '#server/platform/id.ts';
import { explained, fingerprintOf, type Act, type Posted, type Posting } from './post.ts';

interface Asked {
  act: Act;
  postings: readonly Posting[];
}

/**
 * The door for acts that are one posting and nothing else: it posts as `post` does, each act in a database transaction
 * that is not the caller's, and those that arrive together share a round trip and a commit. Each is answered after that
 * commit, and what is refused is refused alone.
 */
export function postTogether(db: Db): (act: Act, postings: readonly Posting[]) => Promise<Posted> {
  const add = gather((asked: Asked[]) => postAll(db, asked));
  return (act, postings) => add({ act, postings });
}

async function postAll(db: Db, asked: Asked[]): Promise<Posted[]> {
  const acts = asked.map(({ act }) => act);
  const postings = asked.flatMap(({ postings }, index) => postings.map((each) => ({ ...each, place: index + 1 })));
  const statement = sql`
    select * from ledger_post_all(
      ${acts.map(() => newId())}::uuid[], ${acts.map(({ scope }) => scope)}::text[], ${acts.map(({ key }) => key)}::text[],
      ${asked.map(({ act, postings }) => fingerprintOf(act, postings))}::bytea[], ${acts.map(({ kind }) => kind)}::text[],
      ${acts.map(({ reference }) => reference?.type ?? null)}::text[], ${acts.map(({ reference }) => reference?.id ?? null)}::text[],
      ${acts.map(({ actorId }) => actorId ?? null)}::uuid[], ${acts.map(({ reason }) => reason ?? null)}::text[],
      ${acts.map(({ at }) => at)}::timestamptz[], ${asked.map(({ postings }) => postings.length)}::int[],
      ${postings.map(({ place }) => place)}::int[], ${postings.map(({ account }) => account)}::text[],
      ${postings.map(({ amountMinor }) => amountMinor)}::bigint[])`;
  return explained(db.rows<Posted>(statement));
}
