import { verifySettings } from '#server/settings/verify-settings.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/**
 * bin/verify settings: replays the versions of settings from the audit log. The exit code is 1 when a version, or the
 * table that it was written to, differs from what the log says. Run `bin/verify audit` as well: it proves that the log is complete.
 */
await runCommand(() =>
  onInstallation(async ({ db }, config) => {
    const { versions, findings } = await db.snapshot((tx) => verifySettings(tx, config));
    for (const { key, number, logged, stored } of findings)
      console.log(
        `✗ ${key}, ${number === null ? 'as it applies' : `version ${number}`}: the audit log says ${logged ?? 'nothing'}, the table says ${stored ?? 'nothing'}`,
      );
    if (findings.length > 0) throw new Error(`${findings.length} differences from the audit log`);
    console.log(`${versions} versions of settings match the audit log`);
  }),
);
