import { text } from 'node:stream/consumers';
import { resealSecrets } from '#server/auth/second-factor/re-encrypt.ts';
import { resealMailPasswords } from '#server/settings/email/password.ts';
import { resealDraws } from '#server/ipo/allotment/draw-secrets.ts';
import { resealPushKey } from '#server/notifications/push/keys.ts';
import { resignAudit } from '#server/platform/audit-resign.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { resealRows } from '#server/platform/all-row-macs.ts';
import { rewrapKeys } from '#server/platform/files/rewrap-keys.ts';
import { logOfCommand, runCommand } from './command.ts';

/** bin/rewrap: after APP_SECRET was changed. The former one is APP_SECRET_FORMER, or comes on standard input, where no list of processes shows it. */
await runCommand(async () => {
  const config = readConfig();
  const former = config.formerSecret ?? (await text(process.stdin)).trim();
  if (former.length < 32)
    throw new Error('Set APP_SECRET_FORMER, or run bin/rewrap < file, where the file holds the former APP_SECRET');
  const database = await openDatabase(config, logOfCommand);
  try {
    const [files, apps] = await database.db.tx(async (tx) => {
      await resealMailPasswords(tx, former, config.appSecret);
      await resealPushKey(tx, former, config.appSecret);
      await resealDraws(tx, former, config.appSecret);
      await resealRows(tx, former, config.appSecret);
      await resignAudit(tx, former, config.appSecret);
      return [await rewrapKeys(tx, former, config.appSecret), await resealSecrets(tx, former, config.appSecret)];
    });
    console.log(`${files} files and ${apps} authenticator apps open with the present APP_SECRET`);
  } finally {
    await database.stop();
  }
});
