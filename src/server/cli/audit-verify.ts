import type { AuditHead } from '#server/platform/audit/chain.ts';
import { verifyAudit } from '#server/platform/audit/verify.ts';
import { Misuse, runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

function readHead(word: string): AuditHead {
  const [, seq, hash] = /^(\d{1,18}):([\da-f]{64})$/.exec(word) ?? [];
  if (seq === undefined || hash === undefined) throw new Misuse('Usage: bin/verify audit [number:hash]');
  return { seq: BigInt(seq), hash: Buffer.from(hash, 'hex') };
}

/**
 * npm run audit:verify [number:hash]: follows the chain of the audit log. The exit code is 1 when an entry breaks it.
 * With a head that an earlier run printed, it also proves that the log still begins as it did then.
 */
await runCommand(async ([word]) => {
  const knownHead = word === undefined ? undefined : readHead(word);
  await onInstallation(async ({ db }) => {
    const { head, waiting, breach } = await db.snapshot((tx) => verifyAudit(tx, knownHead));
    console.log(`${head?.seq ?? 0} sealed entries, ${waiting} waiting for their seal`);
    if (breach) throw new Error(`the audit log is broken at ${breach.row}: ${breach.why}`);
    if (head) console.log(`head ${head.seq}:${head.hash.toString('hex')}`);
    console.log('the chain is whole');
  });
});
