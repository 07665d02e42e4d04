import type { App } from '#server/platform/app.ts';
import type { NotBefore } from '#server/platform/jobs.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { checkBatch } from './check-rows.ts';
import { importBatch } from './import-rows.ts';
import { findLocked, endRun } from './run-row.ts';

/** A server that stops waits for this. What is left is done by the next run, here or elsewhere. */
const longestMs = 20_000;

/**
 * Checks and imports what waits for it, one run after another, for some seconds at most. One that fails does not hold up
 * the others.
 */
export async function workOnImports(app: App): Promise<NotBefore | void> {
  const untilMs = performance.now() + longestMs;
  const failed = new Map<string, Error>();
  while (performance.now() < untilMs) {
    const next = await app.db.maybeOne<{ id: string }>(sql`
      select id from import_run where state in ('checking', 'importing') and id <> all(${[...failed.keys()]}::uuid[])
      order by number limit 1`);
    if (!next) break;
    await app.db.tx((tx) => step(app, tx, next.id)).catch((error: Error) => failed.set(next.id, error));
  }
  const [failure] = failed.values();
  if (failure) throw failure;
  return performance.now() < untilMs ? null : undefined;
}

async function step(app: App, tx: Tx, id: string): Promise<void> {
  const run = await findLocked(tx, id);
  if (run?.state === 'checking') await checkBatch(app, tx, run);
  if (run?.state === 'importing') await importBatch(app, tx, run);
}

const invitedAtOnce = 20;

/** Invites a few clients at a time, so that no other email waits behind thousands. */
export async function inviteImported(app: App): Promise<NotBefore | void> {
  const invited = await app.db.tx(async (tx) => {
    const clients = await tx.rows<{ clientId: string }>(sql`
      update imported_client set invited_at = ${app.clock.now()}
      where client_id in (
        select i.client_id from imported_client i join import_run r on r.id = i.run_id and r.inviting_since is not null
        where i.invited_at is null order by i.run_id, i.row_number limit ${invitedAtOnce} for update of i skip locked)
      returning client_id as "clientId"`);
    await app.outbox.emitEach(tx, 'auth.invited', clients);
    if (clients.length === 0)
      await tx.run(sql`
        update import_run r set inviting_since = null
        where inviting_since is not null and not exists (select from imported_client i where i.run_id = r.id and i.invited_at is null)`);
    return clients.length;
  });
  return invited === 0 ? null : undefined;
}

const keptDays = 30;

/** Ends imports that no person went on with, so that what they say of people does not stay. */
export async function endOldImports(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - keptDays * 86_400_000);
  const dayAgo = new Date(app.clock.now().getTime() - 86_400_000);
  await app.db.run(sql`delete from import_run where state = 'uploading' and created_at < ${dayAgo}`);
  const old = await app.db.rows<{ id: string }>(sql`
    select id from import_run where state in ('uploaded', 'checked') and created_at < ${before}
      and not exists (select from approval_request p where p.kind = 'import' and p.key = import_run.id::text and p.state = 'open')`);
  for (const { id } of old) {
    await app.db.tx(async (tx) => {
      const run = await findLocked(tx, id);
      if (!run || run.isWaiting || (run.state !== 'uploaded' && run.state !== 'checked')) return;
      await endRun(tx, id, { state: 'ended', at: app.clock.now() });
    });
  }
}
