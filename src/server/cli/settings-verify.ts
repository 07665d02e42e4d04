import { verifySettings } from '#server/settings/verify-settings.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/**
 * bin/verify settings: replays the versions of settings from the audit log. The exit code is 1 when a version, or the
 * table that it was written to, differs from what the log says, or its MAC is wrong. Run `bin/verify audit` as well: it proves that the log is complete.
 */
await runCommand(() =>
  onInstallation(async ({ db }, config) => {
    const { versions, findings, forged } = await db.snapshot((tx) => verifySettings(tx, config));
    for (const { key, number, logged, stored } of findings)
      console.log(
        `✗ ${key}, ${number === null ? 'as it applies' : `version ${number}`}: the audit log says ${logged ?? 'nothing'}, the table says ${stored ?? 'nothing'}`,
      );
    for (const key of forged) console.log(`✗ ${key}: its MAC is wrong, so it was changed outside Atrium`);
    const wrong = [
      ...(findings.length > 0 ? [`${findings.length} differences from the audit log`] : []),
      ...(forged.length > 0 ? [`${forged.length} versions with a wrong MAC`] : []),
    ];
    if (wrong.length > 0) throw new Error(wrong.join(', '));
    console.log(`${versions} versions of settings match the audit log`);
  }),
);
