import { verifyTiers } from '#server/portfolio/tiers/verify-tiers.ts';
import { verifyMacs } from '#server/platform/secrets/all-row-macs.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/**
 * bin/verify people: replays roles, levels, limits, tiers, blocks and factors from the audit log, and checks the MACs of
 * people, sessions, links, keys, approval requests and payments. The exit code is 1 when a row differs from what the
 * log gives, or when a row or a log entry was written without the program. Run `bin/verify audit` as well: it proves
 * that the log is complete.
 */
await runCommand(() =>
  onInstallation(async ({ db }, config) => {
    const {
      people,
      findings,
      forged: forgedEntries,
    } = await db.snapshot(async (tx) => {
      const proof = await verifyPeople(tx);
      return { ...proof, findings: [...proof.findings, ...(await verifyTiers(tx, proof.forged))] };
    });
    for (const { clientId, what, logged, stored } of findings)
      console.log(`✗ ${clientId}: ${what}: the audit log says ${logged}, the table says ${stored}`);
    for (const { id } of forgedEntries)
      console.log(`✗ audit log, entry ${id}: its MAC is wrong, so Atrium did not write it, and it is ignored`);
    const forged = await db.snapshot((tx) => verifyMacs(tx, config));
    for (const { clientId, table, key } of forged)
      console.log(`✗ ${clientId}: ${table} ${key}: its MAC is wrong, so it was changed outside Atrium and is refused`);
    const wrong = [
      ...(forgedEntries.length > 0 ? [`${forgedEntries.length} forged entries of the audit log`] : []),
      ...(findings.length > 0 ? [`${findings.length} differences from the audit log`] : []),
      ...(forged.length > 0 ? [`${forged.length} rows with a wrong MAC`] : []),
    ];
    if (wrong.length > 0) throw new Error(wrong.join(', '));
    console.log(`${people} people match the audit log, and none of their rows was changed outside Atrium`);
  }),
);
