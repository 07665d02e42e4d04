import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

/**
 * Lets the next fetch read a file again that was refused, once its cause is mended. What was read from it before is known by
 * its content, so nothing is credited twice.
 * @throws Refusal `http.not_found`, also where it was not refused
 */
export async function rereadFile(
  app: App,
  me: Pick<Person, 'id'>,
  { arrival_id: id }: { arrival_id: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const file = await tx.maybeOne<{ name: string; connection: string }>(sql`
      update bank_file_arrival a set state = 'seen', kind = null, read_at = null, refusal = null, refusal_values = null
      from connection c where a.id = ${id} and a.state = 'refused' and c.id = a.connection_id
      returning a.name, coalesce(c.value, c.draft) ->> 'name' as connection`);
    if (!file) throw notFound();
    const details = { name: file.name, connection: file.connection };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'reconciliation.reread', details });
  });
  app.jobs.wake();
  return { status: 'ok' };
}
