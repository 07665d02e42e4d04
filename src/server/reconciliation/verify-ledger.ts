import { verifyImports } from '#server/imports/verify.ts';
import { verifyAllotments } from '#server/ipo/allotment/verify.ts';
import { verifyOfferings } from '#server/ipo/offerings/verify-offerings.ts';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyLedger, type Finding, type LedgerCounts } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { verifyResults } from '#server/portfolio/verify.ts';
import type { App } from '#server/platform/app.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Outcome } from './findings.ts';

/**
 * Checks the books against their rules: those of the ledger, and those of each module that books. Give it a snapshot.
 * @param after checks what was posted after this id, as the seal has proved what is before it; without it, every row
 */
export async function verifyBooks(
  tx: Tx,
  config: Config,
  after?: bigint,
): Promise<{ counts: LedgerCounts; findings: Finding[] }> {
  const ledger = await verifyLedger(tx, after);
  const stretch = after === undefined ? undefined : { after };
  return {
    counts: ledger.counts,
    findings: [
      ...ledger.findings,
      ...(await verifyOrigins(tx, config, stretch)),
      ...(await verifyPayments(tx, config)),
      ...(await verifyImports(tx, config)),
      ...(await verifyOfferings(tx, config)),
      ...(await verifyAllotments(tx)),
      ...(await verifyResults(tx, stretch)),
    ],
  };
}

/** The same in one moment of the database, as a check of the reconciliation. */
export async function verifyLedgerRows(app: App): Promise<Outcome> {
  const { counts, findings } = await app.db.snapshot((tx) => verifyBooks(tx, app.config));
  const { accounts, transactions, postings, holds } = counts;
  return {
    facts: {
      rules: findings.length,
      accounts: Number(accounts),
      transactions: Number(transactions),
      postings: Number(postings),
      holds: Number(holds),
    },
    findings: findings.flatMap(({ invariant: rule, breach }) =>
      breach ? [{ result: 'broken' as const, breach: { rule, ...breach } }] : [],
    ),
  };
}
