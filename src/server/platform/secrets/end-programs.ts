import { writeAudit } from '../audit/audit.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { administratorsBut } from '../people/administrators.ts';

/**
 * Ends what programs do in the name of a person who was administrator until now: the secrets of their keys, for good, and the
 * deliveries of their webhooks, until another administrator switches these on. The other administrators are notified.
 * @param byId who takes the role, or blocks; the person themselves, where their provider of single sign-on reports them
 */
export async function endProgramsOf(app: App, tx: Tx, byId: string, personId: string): Promise<void> {
  const person = await tx.one<{ name: string }>(sql`select full_name as name from person where id = ${personId}`);
  const recipients = await administratorsBut(tx, personId);
  const left = { byId, personId, name: person.name, recipients };
  await endKeys(app, tx, left);
  await stopWebhooks(app, tx, left);
}

interface Left {
  byId: string;
  personId: string;
  name: string;
  /** The other administrators. */
  recipients: readonly string[];
}

async function endKeys(app: App, tx: Tx, { byId, personId, name, recipients }: Left): Promise<void> {
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
  for (const key of keys)
    await writeAudit(tx, app.clock, {
      actorId: byId,
      clientId: personId,
      action: 'operator.lose_key',
      details: { key: key.name },
    });
  await app.outbox.emitEach(
    tx,
    'operator.keys_lost',
    recipients.map((staffId) => ({ staffId, name, keys: keys.map((key) => key.name).join(', ') })),
  );
}

/** Events go on being kept for them, so nothing is lost until someone answers for them again. */
async function stopWebhooks(app: App, tx: Tx, { byId, personId, name: person, recipients }: Left): Promise<void> {
  const webhooks = await tx.rows<{ id: string; name: string }>(sql`
    with held as (
      select id from webhook_endpoint where created_by = ${personId} and state = 'active' order by id for no key update)
    update webhook_endpoint e set state = 'disabled' from held where e.id = held.id returning e.id, e.name`);
  for (const { id, name } of webhooks) {
    await writeAudit(tx, app.clock, {
      actorId: byId,
      clientId: personId,
      action: 'operator.switch_webhook',
      details: { webhook: name, state: 'off' },
    });
    await app.outbox.emitEach(
      tx,
      'operator.webhook_disabled',
      recipients.map((staffId) => ({ staffId, webhookId: id, name, person })),
    );
  }
}
