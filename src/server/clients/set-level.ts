import { prove, type Proof } from '#server/auth/second-factor/prove.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { settle } from '#server/verification/settle.ts';

interface Setting extends Proof {
  client_id: string;
  level: number | null;
  reason: string;
}

/**
 * Sets the level of a client by hand, which stands whatever he proves, or lets his proofs decide again. Rights and limits
 * of money follow from it at once.
 * @throws Refusal `clients.own_level`, what `prove` throws, `auth.client_unknown`
 */
export async function setLevel(
  app: App,
  me: Client,
  { client_id, level, reason, ...proof }: Setting,
): Promise<{ level: number }> {
  if (client_id === me.id) throw refuse('clients.own_level');
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const before = await tx.maybeOne<{ level: number }>(sql`
      select verification_level as level from client where id = ${client_id} for no key update`);
    if (!before) throw refuseField('client_id', 'auth.client_unknown');
    await tx.run(sql`update client set level_override = ${level} where id = ${client_id} and id <> ${me.id}`);
    await settle(app, tx, client_id);
    const after = await tx.one<{ level: number }>(sql`
      select verification_level as level from client where id = ${client_id}`);
    const details = {
      from: String(before.level),
      to: String(after.level),
      by: level === null ? 'proofs' : 'hand',
      reason,
    };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: client_id, act: 'clients.set_level', details });
    return after;
  });
}
