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

/** Holds every row of the books against their rules: those of the ledger, and those of each module that books. Give it a snapshot. */
export async function verifyBooks(tx: Tx, config: Config): Promise<{ counts: LedgerCounts; findings: Finding[] }> {
  const ledger = await verifyLedger(tx);
  return {
    counts: ledger.counts,
    findings: [
      ...ledger.findings,
      ...(await verifyOrigins(tx, config)),
      ...(await verifyPayments(tx, config)),
      ...(await verifyOfferings(tx, config)),
      ...(await verifyAllotments(tx)),
      ...(await verifyResults(tx)),
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
