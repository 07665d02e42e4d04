import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isSignature, sign } from './secrets/token.ts';

/** One command of one person, which may arrive several times under the same key. */
export interface IdempotentCall {
  ownerId: string;
  key: string;
  /** The endpoint's name. */
  action: string;
  body: object;
  /** The id of the result, where the caller knows it before: then it is written at once. */
  resultId?: string;
}

/** What a key stands for. It is stored as a signature, for a body may hold what must not be guessed from its hash. */
function contentOf({ action, body }: IdempotentCall): string {
  const { request_id: _, ...rest } = body as { request_id?: string };
  return JSON.stringify([action, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

const purpose = 'act-request';

/**
 * Runs an action once: repeated under its key it returns the first result. Concurrent calls wait for each other. A
 * refused action leaves no trace, so that its key is free again.
 * @param run runs it, and returns the id of its result
 * @param ahead reads what it needs, and refuses nothing: it travels with the key
 * @throws Refusal `http.idempotency_mismatch` when the key was used for something else
 */
export async function runIdempotent<Ahead = void>(
  app: App,
  tx: Tx,
  call: IdempotentCall,
  run: (ahead: Ahead) => Promise<string>,
  ahead?: () => Promise<Ahead>,
): Promise<string> {
  const [added, found] = await Promise.all([
    tx.run(sql`
      insert into idempotency_key (owner_id, key, fingerprint, result_id, at)
      values (${call.ownerId}, ${call.key}, ${sign(app.config.appSecret, purpose, contentOf(call))}, ${call.resultId ?? null}, ${app.clock.now()})
      on conflict do nothing`),
    ahead?.(),
  ]);
  if (added === 0) {
    const earlier = await findResult(app, tx, call);
    if (earlier === undefined) throw new Error('a request without a result was committed');
    return earlier;
  }
  const resultId = await run(found as Ahead);
  if (resultId !== call.resultId)
    await tx.run(sql`
      update idempotency_key set result_id = ${resultId} where owner_id = ${call.ownerId} and key = ${call.key}`);
  return resultId;
}

/**
 * The result of an action that ran before; undefined when it did not.
 * @throws Refusal `http.idempotency_mismatch`
 */
export async function findResult(app: App, db: Queries, call: IdempotentCall): Promise<string | undefined> {
  const earlier = await db.maybeOne<{ fingerprint: string; resultId: string }>(sql`
    select fingerprint, result_id as "resultId" from idempotency_key
    where owner_id = ${call.ownerId} and key = ${call.key}`);
  if (earlier && !isSignature(app.config, purpose, contentOf(call), earlier.fingerprint))
    throw refuse('http.idempotency_mismatch');
  return earlier?.resultId;
}
