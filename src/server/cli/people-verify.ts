import { verifyPeople } from '#server/staff/people-verify.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/**
 * bin/verify people: replays roles, levels, limits, blocks and factors from the audit log; exit code 1 when somebody's
 * rows are not what the log makes of them. Run `bin/verify audit` beside it: it proves that the log is whole.
 */
await runCommand(() =>
  onInstallation(async ({ db }) => {
    const { people, findings } = await db.snapshot(verifyPeople);
    for (const { clientId, what, logged, stored } of findings)
      console.log(`✗ ${clientId}: ${what}: the audit log says ${logged}, the table says ${stored}`);
    if (findings.length > 0) throw new Error(`${findings.length} differences from the audit log`);
    console.log(`${people} people are what the audit log makes of them`);
  }),
);
