import { verifyMacs } from '#server/platform/all-row-macs.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/**
 * bin/verify people: replays roles, levels, limits, blocks and factors from the audit log, and checks the MACs of people, sessions,
 * links, keys, proposals and payments; exit code 1 when a row is not what the log makes of it, or a row or an entry of the log was
 * written past the program. Run
 * `bin/verify audit` beside it: it proves that the log is whole.
 */
await runCommand(() =>
  onInstallation(async ({ db }, config) => {
    const { people, findings, forged: forgedEntries } = await db.snapshot(verifyPeople);
    for (const { clientId, what, logged, stored } of findings)
      console.log(`✗ ${clientId}: ${what}: the audit log says ${logged}, the table says ${stored}`);
    for (const { id } of forgedEntries)
      console.log(`✗ audit log, entry ${id}: its MAC is wrong, so it was not written by Atrium and counts for nothing`);
    const forged = await db.snapshot((tx) => verifyMacs(tx, config));
    for (const { clientId, table, key } of forged)
      console.log(`✗ ${clientId}: ${table} ${key}: its MAC is wrong, so it was changed past Atrium and is refused`);
    const wrong = [
      ...(forgedEntries.length > 0 ? [`${forgedEntries.length} forged entries of the audit log`] : []),
      ...(findings.length > 0 ? [`${findings.length} differences from the audit log`] : []),
      ...(forged.length > 0 ? [`${forged.length} rows with a wrong MAC`] : []),
    ];
    if (wrong.length > 0) throw new Error(wrong.join(', '));
    console.log(`${people} people are what the audit log makes of them, and nothing of theirs was changed past Atrium`);
  }),
);
