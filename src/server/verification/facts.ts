import type { PersonFacts } from '#contract/verification/staff-endpoints.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';

interface Facts {
  facts: PersonFacts;
  /** Changes with any of the facts. */
  version: string;
}

/** What a client declares now; documents are compared with it. */
export const readFacts = (db: Queries, clientId: string): Promise<Facts> =>
  db.one<Facts>(sql`
    select facts, encode(sha256(convert_to(facts::text, 'UTF8')), 'hex') as version
    from verification_facts(${clientId}) as facts`);

/**
 * Makes sure, under the client’s lock, that a decision is about what its author saw.
 * @throws Refusal `verification.changed_meanwhile`
 */
export async function holdToFacts(tx: Tx, clientId: string, seen: string): Promise<void> {
  const { version } = await readFacts(tx, clientId);
  if (version !== seen) throw refuse('verification.changed_meanwhile');
}
