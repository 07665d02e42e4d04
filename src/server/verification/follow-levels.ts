import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { lockClient, settle } from './settle.ts';

const atATime = 500;

/** What levels take now. */
const levels = sql`
  (person_level, profile_level, phone_level, identity_level, residence_level, source_of_funds_level)::text`;

/**
 * Lets every client’s level follow when the house has changed what levels take, each in a step of its own with its letter.
 * What staff have set stands. Cut off, or overtaken by another change, it is begun anew; a client at whom it fails keeps nobody
 * behind him waiting, and is tried again with the next run.
 */
export async function followLevels(app: App): Promise<void> {
  const change = await app.db.maybeOne<{ followed: string }>(sql`
    select ${levels} as followed from verification_setting where is_to_follow`);
  if (!change) return;
  let areAllThrough = true;
  for (let behind = await readBehind(app.db, null); behind.length > 0;) {
    for (const id of behind)
      await settleOne(app, id).catch((error: unknown) => {
        areAllThrough = false;
        app.log.warn({ err: error, clientId: id }, 'a level did not follow, and will be tried again');
      });
    behind = await readBehind(app.db, behind.at(-1) ?? null);
  }
  if (!areAllThrough) return;
  await app.db.run(sql`update verification_setting set is_to_follow = false where ${levels} = ${change.followed}`);
}

async function readBehind(db: Queries, after: string | null): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select c.id from client c join verification_standing v on v.client_id = c.id
    where c.level_override is null and c.verification_level <> v.level and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id limit ${atATime}`);
  return rows.map(({ id }) => id);
}

async function settleOne(app: App, id: string): Promise<void> {
  await app.db.tx(async (tx) => {
    await lockClient(tx, id);
    await settle(app, tx, id);
  });
}
