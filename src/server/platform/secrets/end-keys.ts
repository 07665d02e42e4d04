import { writeAudit } from '../audit/audit.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { administratorsBut } from '../people/administrators.ts';

/**
 * Ends the secrets of all keys that a person holds who was administrator until now, for good: should the person come back, they
 * make new ones. The other administrators are notified, who may take the keys over.
 * @param byId who takes the role, or blocks; the person themselves, where their provider of single sign-on reports them
 */
export async function endKeysOf(app: App, tx: Tx, byId: string, personId: string): Promise<void> {
  const now = app.clock.now();
  const keys = await tx.rows<{ name: string }>(sql`
    with held as (
      select id, name from operator_key
      where created_by = ${personId} and revoked_at is null and (ends_at is null or ends_at > ${now}) order by id for update),
    ended as (
      update operator_key_secret s set ends_at = ${now} from held
      where s.key_id = held.id and (s.ends_at is null or s.ends_at > ${now}) returning s.key_id)
    select name from held where id in (select key_id from ended) order by name, id`);
  if (keys.length === 0) return;
  for (const { name } of keys)
    await writeAudit(tx, app.clock, {
      actorId: byId,
      clientId: personId,
      action: 'operator.lose_key',
      details: { key: name },
    });
  const { name } = await tx.one<{ name: string }>(sql`select full_name as name from person where id = ${personId}`);
  const recipients = await administratorsBut(tx, personId);
  await app.outbox.emitEach(
    tx,
    'operator.keys_lost',
    recipients.map((staffId) => ({ staffId, name, keys: keys.map((key) => key.name).join(', ') })),
  );
}
