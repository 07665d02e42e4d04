import type { Finding } from '#server/ledger/verify.ts';
import { readSeal } from '#server/reconciliation/seal-ledger.ts';
import { verifyBooks } from '#server/reconciliation/verify-ledger.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

const whole = process.argv.includes('--whole');

const lineOf = ({ invariant, breach }: Finding) =>
  breach ? `✗ ${invariant}: ${breach.row}: ${breach.why}` : `✓ ${invariant}`;

/**
 * npm run ledger:verify [-- --whole]: checks the ledger of this installation, running or not, from the sealed posting on or as a
 * whole. The exit code is 1 when a row breaks a rule.
 */
await runCommand(() =>
  onInstallation(async ({ db }, config) => {
    const { counts, findings, seal } = await db.snapshot(async (tx) => {
      const seal = await readSeal(tx);
      return { ...(await verifyBooks(tx, config, whole ? undefined : seal)), seal };
    });
    if (!whole) console.log(`after the sealed posting ${seal}; --whole checks everything`);
    const { accounts, transactions, postings, holds, activeHolds } = counts;
    console.log(
      `${accounts} accounts, ${transactions} transactions, ${postings} postings, ${holds} holds (${activeHolds} active)`,
    );
    console.log(findings.map(lineOf).join('\n'));
    const [first, ...others] = findings.flatMap(({ breach }) => breach ?? []);
    if (first) throw new Error(`broken at ${first.row}: ${first.why}${others.length > 0 ? ', and more' : ''}`);
    console.log('all invariants hold');
  }),
);
