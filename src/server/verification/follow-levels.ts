import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { lockClient, settle } from './settle.ts';

const atATime = 500;

/** What levels take now. */
const levels = sql`
  (person_level, profile_level, phone_level, identity_level, residence_level, source_of_funds_level)::text`;

/**
 * Updates every client’s level after the operator changed the requirements of levels, each in a step of its own with
 * its email. A level that staff have set stays. A run that was interrupted, or overtaken by another change, starts
 * again; a client for whom it fails does not block the others, and is tried again with the next run.
 */
export async function followLevels(app: App): Promise<void> {
  const change = await app.db.maybeOne<{ followed: string }>(sql`
    select ${levels} as followed from verification_setting where levels_pending`);
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
  await app.db.run(sql`update verification_setting set levels_pending = false where ${levels} = ${change.followed}`);
}

async function readBehind(db: Queries, after: string | null): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select c.id from person c join verification_status v on v.client_id = c.id
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
