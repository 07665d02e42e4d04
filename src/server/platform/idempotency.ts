import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sign } from '#server/platform/token.ts';

/** One wish of one person, which he may send several times under the same key. */
export interface Intent {
  ownerId: string;
  key: string;
  /** The endpoint's name. */
  act: string;
  body: object;
}

/** Keyed, for a body may hold what must not be guessed from its hash. */
function fingerprintOf(app: App, { act, body }: Intent): string {
  const { request_id: _, ...rest } = body as { request_id?: string };
  return sign(
    app.config.appSecret,
    'act-request',
    JSON.stringify([act, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
  );
}

/**
 * Does an act once: repeated under its key it leads to what it led to before. Two at once wait for each other. An act
 * that was refused leaves no trace, so that its key is free again.
 * @param run does it, and answers with the id of what came of it
 * @throws Refusal `http.idempotency_mismatch` when the key was used for something else
 */
export async function once(app: App, tx: Tx, intent: Intent, run: () => Promise<string>): Promise<string> {
  const added = await tx.run(sql`
    insert into act_request (owner_id, key, fingerprint, at)
    values (${intent.ownerId}, ${intent.key}, ${fingerprintOf(app, intent)}, ${app.clock.now()})
    on conflict do nothing`);
  if (added === 0) {
    const earlier = await findDone(app, tx, intent);
    if (earlier === undefined) throw new Error('a request without a result was committed');
    return earlier;
  }
  const resultId = await run();
  await tx.run(sql`
    update act_request set result_id = ${resultId} where owner_id = ${intent.ownerId} and key = ${intent.key}`);
  return resultId;
}

/**
 * What an act led to when it was done before; undefined when it was not.
 * @throws Refusal `http.idempotency_mismatch`
 */
export async function findDone(app: App, db: Queries, intent: Intent): Promise<string | undefined> {
  const earlier = await db.maybeOne<{ fingerprint: string; resultId: string }>(sql`
    select fingerprint, result_id as "resultId" from act_request
    where owner_id = ${intent.ownerId} and key = ${intent.key}`);
  if (earlier && earlier.fingerprint !== fingerprintOf(app, intent)) throw refuse('http.idempotency_mismatch');
  return earlier?.resultId;
}
