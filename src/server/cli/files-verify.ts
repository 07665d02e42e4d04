import { openStores } from '#server/platform/files/storage/open-stores.ts';
import { verifyFiles } from '#server/platform/files/verify.ts';
import { runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/** bin/verify files: opens every uploaded file and compares it with its row. The exit code is 1 when one is damaged. */
await runCommand(() =>
  onInstallation(async ({ db }, config) => {
    const { store } = openStores(config);
    const { whole, breach } = await db.snapshot((tx) => verifyFiles(tx, store, config.appSecret));
    console.log(`${whole} files are whole`);
    if (breach) throw new Error(`file ${breach.id} is not whole: ${breach.why}`);
  }),
);
