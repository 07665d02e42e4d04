import { createHash } from 'node:crypto';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Book } from './book.ts';

/** One wish of a trader, which he may send several times under the same key. */
export interface Intent {
  key: string;
  /** The endpoint's name, and what came with it. */
  act: string;
  body: object;
  at: Date;
}

/**
 * Does an act once: sent again under its key it gets the first answer. The lock on the account makes two at once wait
 * for each other. An act that was refused leaves no trace, so that its key is free again.
 * @throws Refusal `http.idempotency_mismatch` when the key was used for something else
 */
export async function once<A extends object>(tx: Tx, book: Book, intent: Intent, run: () => Promise<A>): Promise<A> {
  const fingerprint = fingerprintOf(intent);
  const earlier = await tx.maybeOne<{ fingerprint: Buffer; answer: A }>(sql`
    select fingerprint, answer from paper_request where account = ${book.number} and key = ${intent.key}`);
  if (earlier) {
    if (!earlier.fingerprint.equals(fingerprint)) throw refuse('http.idempotency_mismatch');
    return earlier.answer;
  }
  const answer = await run();
  await tx.run(sql`
    insert into paper_request (account, key, fingerprint, answer, at)
    values (${book.number}, ${intent.key}, ${fingerprint}, ${JSON.stringify(answer)}, ${intent.at})`);
  return answer;
}

function fingerprintOf({ act, body }: Intent): Buffer {
  const { request_id: _, ...rest } = body as { request_id?: string };
  return createHash('sha256')
    .update(JSON.stringify([act, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]))
    .digest();
}
