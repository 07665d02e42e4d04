import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { verifyMacsOf } from '#server/platform/secrets/all-row-macs.ts';
import type { SecuredTable } from '#server/platform/secrets/row-macs.ts';
import type { Secrets } from '#server/platform/secrets/token.ts';
import { rulesOfPostings, rulesOfTotals, type Invariant } from './invariants.ts';
import { rowsOf, type Stretch } from './stretch.ts';

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

/**
 * Checks the rows of the ledger against every invariant. Give it a snapshot: rows of two moments need not agree.
 * @param after checks what was posted after this id, and totals against the sealed ones; without it, every row
 */
export async function verifyLedger(
  db: Queries,
  after?: bigint,
): Promise<{ counts: LedgerCounts; findings: Finding[] }> {
  const rows = rowsOf(after === undefined ? undefined : { after });
  const counts = await db.one<LedgerCounts>(sql`
    select (select count(*) from ledger_account) as accounts, (select count(*) from ${rows.transactions} t) as transactions,
           (select count(*) from ${rows.postings} p) as postings, count(*) as holds,
           count(*) filter (where state = 'active') as "activeHolds"
    from ledger_hold`);
  return { counts, findings: await checkInvariants(db, [...rulesOfPostings(rows), ...rulesOfTotals(rows)]) };
}

/** Checks a stretch of postings, whatever came after it. */
export const verifyStretch = (db: Queries, stretch: Stretch): Promise<Finding[]> =>
  checkInvariants(db, rulesOfPostings(rowsOf(stretch)));

/** Checks rows against invariants, one after the other; other modules have some of their own. */
export async function checkInvariants(db: Queries, rules: readonly Invariant[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, breach: statement } of rules) {
    const breach = await db.maybeOne<NonNullable<Finding['breach']>>(statement);
    findings.push({ invariant: name, ...(breach && { breach }) });
  }
  return findings;
}

/** Rows of a table that only the program writes. */
export interface WrittenRows {
  name: string;
  table: SecuredTable;
  where: Sql;
}

/** Checks the MACs of rows. */
export async function checkMacs(tx: Tx, secrets: Secrets, written: readonly WrittenRows[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, table, where } of written) {
    const [forged] = await verifyMacsOf(tx, secrets, table, where);
    const breach = forged && { row: `${table} ${forged.key}`, why: 'its MAC is wrong' };
    findings.push({ invariant: name, ...(breach && { breach }) });
  }
  return findings;
}
