import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Decision {
  arrival_id: string;
}

/**
 * Lets the next fetch read a file again that was refused, or in which there was nothing to do, once its cause is mended. What was
 * read from it before is known by its content, so nothing is credited twice.
 * @throws Refusal `http.not_found`, also of any other file
 */
export async function rereadFile(app: App, me: Pick<Person, 'id'>, { arrival_id: id }: Decision) {
  const again = sql`set state = 'seen', kind = null, read_at = null, refusal = null, refusal_values = null`;
  await decide(
    app,
    me,
    'reconciliation.reread',
    sql`${again} from connection c where a.id = ${id} and a.state in ('refused', 'nothing')`,
  );
  app.jobs.wake();
  return { status: 'ok' as const };
}

/**
 * Says of a file that was refused that nothing is to be done with it, so that it waits for staff no more.
 * @throws Refusal `http.not_found`, also of any other file
 */
export async function closeFile(app: App, me: Pick<Person, 'id'>, { arrival_id: id }: Decision) {
  await decide(
    app,
    me,
    'reconciliation.close_file',
    sql`set state = 'nothing' from connection c where a.id = ${id} and a.state = 'refused'`,
  );
  return { status: 'ok' as const };
}

async function decide(
  app: App,
  me: Pick<Person, 'id'>,
  action: 'reconciliation.reread' | 'reconciliation.close_file',
  change: Sql,
): Promise<void> {
  await app.db.tx(async (tx) => {
    const file = await tx.maybeOne<{ name: string; connection: string }>(sql`
      update bank_file_arrival a ${change} and c.id = a.connection_id
      returning a.name, coalesce(c.value, c.draft) ->> 'name' as connection`);
    if (!file) throw notFound();
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action,
      details: { name: file.name, connection: file.connection },
    });
  });
}
