import { verifyAllotments } from '#server/ipo/allotment/verify.ts';
import { verifyOrigins } from '#server/ledger/origins.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { verifyPayments } from '#server/payments/verify.ts';
import { verifyResults } from '#server/portfolio/verify.ts';
import type { App } from '#server/platform/app.ts';
import type { Outcome } from './findings.ts';

/** Holds every row of the books against their rules, in one moment of the database, as `npm run ledger:verify` does. */
export async function verifyLedgerRows(app: App): Promise<Outcome> {
  const { counts, findings } = await app.db.snapshot(async (tx) => {
    const ledger = await verifyLedger(tx);
    const findings = [
      ...ledger.findings,
      ...(await verifyOrigins(tx, app.config)),
      ...(await verifyPayments(tx, app.config)),
      ...(await verifyAllotments(tx)),
      ...(await verifyResults(tx)),
    ];
    return { counts: ledger.counts, findings };
  });
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
