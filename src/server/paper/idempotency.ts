import { createHash } from 'node:crypto';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';

/** One command of a trader, which may arrive several times under the same key. */
export interface IdempotentCall {
  key: string;
  /** The endpoint's name, and its input. */
  action: string;
  body: object;
  at: Date;
}

/**
 * Runs an action once: repeated under its key it gets the first result. The lock on the account serialises concurrent
 * calls. A refused action leaves no trace, so that its key is free again.
 * @param lock locks the account first of all, and reads what the action needs
 * @throws Refusal `http.idempotency_mismatch` when the key was used for something else
 */
export async function runIdempotent<A extends object, Locked>(
  tx: Tx,
  account: bigint,
  call: IdempotentCall,
  lock: () => Promise<Locked>,
  run: (locked: Locked) => Promise<A>,
): Promise<A> {
  const fingerprint = fingerprintOf(call);
  const [locked, earlier] = await Promise.all([
    lock(),
    tx.maybeOne<{ fingerprint: Buffer; response: A }>(sql`
      select fingerprint, response from paper_idempotency_key where account = ${account} and key = ${call.key}`),
  ]);
  if (earlier) {
    if (!earlier.fingerprint.equals(fingerprint)) throw refuse('http.idempotency_mismatch');
    return earlier.response;
  }
  const response = await run(locked);
  tx.atCommit(async (last) => {
    await last.run(sql`
      insert into paper_idempotency_key (account, key, fingerprint, response, at)
      values (${account}, ${call.key}, ${fingerprint}, ${JSON.stringify(response)}, ${call.at})`);
  });
  return response;
}

function fingerprintOf({ action, body }: IdempotentCall): Buffer {
  const { request_id: _, ...rest } = body as { request_id?: string };
  return createHash('sha256')
    .update(JSON.stringify([action, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();
}
