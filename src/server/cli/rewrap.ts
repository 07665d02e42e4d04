import { text } from 'node:stream/consumers';
import { reEncryptSecrets } from '#server/auth/second-factor/re-encrypt.ts';
import { reEncryptEmailPasswords } from '#server/settings/email/password.ts';
import { reEncryptDraws } from '#server/ipo/allotment/draw-secrets.ts';
import { reEncryptBodies } from '#server/platform/connections/event-body.ts';
import { reEncryptConnections } from '#server/platform/connections/secrets.ts';
import { reEncryptPushKey } from '#server/notifications/push/keys.ts';
import { resignAudit } from '#server/platform/audit/resign.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { recomputeMacs } from '#server/platform/secrets/all-row-macs.ts';
import { rewrapKeys } from '#server/platform/files/encryption/rewrap-keys.ts';
import { logOfCommand, runCommand } from './command.ts';

/**
 * bin/rewrap: run it after APP_SECRET was changed. The former secret is in APP_SECRET_FORMER or comes on standard
 * input, where no process list shows it.
 */
await runCommand(async () => {
  const config = readConfig();
  const former = config.formerSecret ?? (await text(process.stdin)).trim();
  if (former.length < 32)
    throw new Error('Set APP_SECRET_FORMER, or run bin/rewrap < file, where the file holds the former APP_SECRET');
  const database = await openDatabase(config, logOfCommand);
  try {
    const [files, apps] = await database.db.tx(async (tx) => {
      await reEncryptEmailPasswords(tx, former, config.appSecret);
      await reEncryptPushKey(tx, former, config.appSecret);
      await reEncryptConnections(tx, former, config.appSecret);
      await reEncryptBodies(tx, former, config.appSecret);
      await reEncryptDraws(tx, former, config.appSecret);
      await recomputeMacs(tx, former, config.appSecret);
      await resignAudit(tx, former, config.appSecret);
      return [await rewrapKeys(tx, former, config.appSecret), await reEncryptSecrets(tx, former, config.appSecret)];
    });
    console.log(`${files} files and ${apps} authenticator apps open with the present APP_SECRET`);
  } finally {
    await database.stop();
  }
});
