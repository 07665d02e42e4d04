import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';

/** The needs of a client `c` with status `v` that wait for staff. */
export const waitingNeeds = sql`
  (array(select d.kind from verification_document d where d.client_id = c.id and d.state = 'pending' order by d.created_at)
   || case when exists (select from verification_check k where k.client_id = c.id and k.problem is not null and k.noted_at is null)
             and not exists (select from verification_document d where d.client_id = c.id and d.state = 'pending' and d.kind = 'identity')
           then array['identity'] else '{}' end
   || case when v.person and not v.phone and coalesce(c.phone, '') <> '' then array['phone'] else '{}' end)`;

/** The lock for changes of what a client has proven, so that level and queue follow in one step. */
export async function lockClient(tx: Tx, clientId: string): Promise<boolean> {
  return (await tx.run(sql`select from person where id = ${clientId} for no key update`)) > 0;
}

/**
 * Computes level and queue from what is proven, and updates the client’s screens. Call it under the client’s lock, at
 * the end of every action that changes a proof. A level that staff have set stays. Returns whether the level changed.
 */
export async function settle(app: App, tx: Tx, clientId: string): Promise<boolean> {
  const isOther = await settleLevel(app, tx, clientId);
  await settleCase(app, tx, clientId);
  await app.realtime.notify(tx, clientId, 'verification.changed', {});
  await app.realtime.notifyQueues(tx, 'queue.verification');
  return isOther;
}

async function settleLevel(app: App, tx: Tx, clientId: string): Promise<boolean> {
  const seen = sql`greatest(verification_level, (email_verified_at is not null)::int)`;
  const before = await tx.one<{ level: number; isSettled: boolean }>(sql`
    select ${seen} as level, verification_level = coalesce(level_override, v.level) as "isSettled"
    from person join verification_status v on v.client_id = person.id where person.id = ${clientId}`);
  if (before.isSettled) return false;
  await openPerson(tx, app.config, clientId);
  const after = await tx.one<{ level: number }>(sql`
    update person set verification_level = coalesce(level_override, v.level)
    from verification_status v where v.client_id = person.id and person.id = ${clientId} returning ${seen} as level`);
  if (before.level === after.level) return false;
  await app.outbox.emit(tx, 'verification.level_changed', { clientId, from: before.level, to: after.level });
  return true;
}

/** A case is pending from the first need that waits for staff; with the last one the review ends. */
async function settleCase({ clock }: App, tx: Tx, clientId: string): Promise<void> {
  const at = clock.now();
  const { waits } = await tx.one<{ waits: boolean }>(sql`
    select cardinality(${waitingNeeds}) > 0 as waits
    from person c join verification_status v on v.client_id = c.id where c.id = ${clientId}`);
  if (!waits) {
    await tx.run(sql`
      update verification_case set waiting_since = null, due_at = null, reviewer_id = null, reviewed_until = null
      where client_id = ${clientId} and waiting_since is not null`);
    return;
  }
  await tx.run(sql`
    insert into verification_case as k (client_id, waiting_since, due_at)
    select ${clientId}, ${at}, ${at}::timestamptz + make_interval(hours => review_hours) from verification_setting
    on conflict (client_id) do update
      set waiting_since = excluded.waiting_since, due_at = excluded.due_at where k.waiting_since is null`);
}
