import { newClient } from '#server/platform/db/connection/client.ts';
import { openStores } from '#server/platform/files/storage/open-stores.ts';
import { installationOf, requireOwnBucket } from '#server/platform/files/storage/own-bucket.ts';
import { countFiles, moveFiles } from '#server/platform/files/storage/move-files.ts';
import { Misuse, runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

const usage = 'Usage: bin/move-files [--check | --take-over]';
const everyFiles = 100;

/** Two runs at once could each take away what the other has stored. */
async function alone<T>(url: string, action: () => Promise<T>): Promise<T> {
  const client = newClient({ connectionString: url, application_name: 'atrium move files' });
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtext('atrium move files')) as free`,
    );
    if (!rows[0]?.free) throw new Error('Another bin/move-files runs: wait for it to end.');
    return await action();
  } finally {
    await client.end();
  }
}

/**
 * bin/move-files: moves uploaded files to the place of FILE_STORE from the other one, while Atrium runs.
 * bin/move-files --check: how many are still to be moved; the exit code is 1 when there are any.
 * bin/move-files --take-over: makes the bucket that of this installation, which replaces the one whose it was.
 */
await runCommand(async (words) => {
  const isCheck = words[0] === '--check';
  const isTakeOver = words[0] === '--take-over';
  if (words.length > (isCheck || isTakeOver ? 1 : 0)) throw new Misuse(usage);
  await onInstallation(async ({ db, owner }, config) => {
    const { present, former, bucket } = openStores(config);
    if (!former || !bucket)
      throw new Error('There is no bucket to move files to or from: set S3_ENDPOINT and its others.');
    if (isTakeOver) {
      await bucket.takeOver(await installationOf(db));
      console.log('The bucket and its prefix belong to this installation now');
      return;
    }
    const place = config.fileStore.kind === 's3' ? 'the bucket' : 'the disk';
    if (isCheck) {
      const left = await countFiles(db, former);
      if (left > 0) throw new Error(`${left} files are still to be moved to ${place}`);
      console.log(`No file is left to be moved to ${place}`);
      return;
    }
    await requireOwnBucket(db, bucket);
    const onMoved = (moved: number) => moved % everyFiles === 0 && console.log(`${moved} files moved`);
    const { moved, damaged } = await alone(owner, () =>
      moveFiles({ db, from: former, to: present, secret: config.appSecret, onMoved }),
    );
    console.log(`${moved} files moved to ${place}, each compared with its row`);
    for (const { id, why } of damaged) console.error(`file ${id} is not whole and was not moved: ${why}`);
    if (damaged.length > 0) throw new Error(`${damaged.length} files were not moved`);
  });
});
