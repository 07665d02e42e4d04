import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { invariants } from './invariants.ts';

/** How much was read. */
export interface LedgerCounts {
  accounts: bigint;
  transactions: bigint;
  postings: bigint;
  holds: bigint;
  activeHolds: bigint;
}

/** An invariant, and the first row that breaks it, if one does. */
export interface Finding {
  invariant: string;
  breach?: { row: string; why: string };
}

/** Checks the rows of the ledger against every invariant. Give it a snapshot: rows of two moments need not agree. */
export async function verifyLedger(db: Queries): Promise<{ counts: LedgerCounts; findings: Finding[] }> {
  const counts = await db.one<LedgerCounts>(sql`
    select (select count(*) from ledger_account) as accounts, (select count(*) from ledger_transaction) as transactions,
           (select count(*) from ledger_posting) as postings, count(*) as holds,
           count(*) filter (where state = 'active') as "activeHolds"
    from ledger_hold`);
  const findings: Finding[] = [];
  for (const { name, breach: statement } of invariants) {
    const breach = await db.maybeOne<{ row: string; why: string }>(statement);
    findings.push({ invariant: name, ...(breach ? { breach } : {}) });
  }
  return { counts, findings };
}
