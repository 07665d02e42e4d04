import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { recompute } from '#server/ipo/allotment/recompute.ts';
import { writeBasisFile } from '#server/ipo/allotment/write-basis-file.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isId } from '#server/platform/id.ts';
import { Misuse, runCommand } from './command.ts';
import { onInstallation } from './installation.ts';

/** Published file of an offering of this installation, by id or ticker. */
async function published(word: string): Promise<string> {
  return onInstallation(async (database) => {
    const { content } = await writeBasisFile(database, await offeringOf(database.db, word)).catch(() => {
      throw new Error(`no allotment of ${word} was published`);
    });
    return content.toString();
  });
}

async function offeringOf(db: Db, word: string): Promise<string> {
  const found = await db.rows<{ id: string }>(sql`
    select id from ipo_offering where ${isId(word) ? sql`id = ${word}` : sql`ticker = ${word}`}`);
  const [only, ...others] = found;
  if (!only) throw new Error(`there is no file and no offering ${word}`);
  if (others.length > 0) throw new Error(`several offerings have the ticker ${word}: name one by its id`);
  return only.id;
}

/**
 * npm run ipo:recompute -- <file or offering>: recomputes an allotment from its published file alone. The exit code is
 * 1 when the file differs from what the method gives.
 */
await runCommand(async ([word], callerFolder) => {
  if (word === undefined) throw new Misuse('Usage: bin/verify allotment file.csv | offering');
  const path = resolve(callerFolder, word);
  const recomputed = recompute(existsSync(path) ? readFileSync(path, 'utf8') : await published(word));
  if (!recomputed.equal) throw new Error(recomputed.difference);
  const { applications, allotted, byHand } = recomputed;
  console.log(
    `${applications} applications, ${allotted} shares allotted${byHand ? ' by hand, within quota and requests' : ''}`,
  );
  console.log('equal in every row');
});
