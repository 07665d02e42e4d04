import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';

interface Setting {
  client_id: string;
  level: number;
  reason: string;
}

/**
 * Sets what a client has proven. Rights and limits of money follow from it at once.
 * @throws Refusal `clients.own_level`, `auth.client_unknown`
 */
export async function setLevel(
  app: App,
  me: Client,
  { client_id, level, reason }: Setting,
): Promise<{ level: number }> {
  if (client_id === me.id) throw refuse('clients.own_level');
  return app.db.tx(async (tx) => {
    const before = await tx.maybeOne<{ level: number }>(sql`
      select verification_level as level from client where id = ${client_id} for no key update`);
    if (!before) throw refuseField('client_id', 'auth.client_unknown');
    await tx.run(sql`update client set verification_level = ${level} where id = ${client_id} and id <> ${me.id}`);
    const details = { from: String(before.level), to: String(level), reason };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: client_id, act: 'clients.set_level', details });
    return { level };
  });
}
