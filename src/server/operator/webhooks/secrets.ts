import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { encrypt, decrypt } from '#server/platform/secrets/encryption.ts';
import { newWebhookSecret } from './sign.ts';

const purpose = 'atrium webhook secrets 1';

/** Makes a secret for an endpoint. It is stored encrypted, because it signs each event again. */
export async function addSecret({ config }: App, tx: Tx, endpointId: string, now: Date): Promise<string> {
  const secret = newWebhookSecret();
  const id = newId();
  const encrypted = encrypt(config.appSecret, purpose, id, Buffer.from(secret));
  await tx.run(sql`
    insert into webhook_secret (id, endpoint_id, encrypted, created_at) values (${id}, ${endpointId}, ${encrypted}, ${now})`);
  return secret;
}

/**
 * The secrets that sign now, the newest first: two while one takes the other’s place. Those encrypted under another APP_SECRET sign
 * nothing; `unreadable` where none is left that does.
 */
export async function openSecrets(
  { db, config }: { db: Queries } & Pick<App, 'config'>,
  endpointId: string,
  now: Date,
): Promise<string[] | 'unreadable'> {
  const rows = await db.rows<{ id: string; encrypted: Buffer }>(sql`
    select id, encrypted from webhook_secret
    where endpoint_id = ${endpointId} and (ends_at is null or ends_at > ${now}) order by id desc`);
  const opened = rows.flatMap(({ id, encrypted }) => {
    try {
      return [decrypt(config.appSecret, purpose, id, encrypted).toString()];
    } catch {
      return [];
    }
  });
  return rows.length > 0 && opened.length === 0 ? 'unreadable' : opened;
}

/** Lets the present secret sign until then, and ends one that was overlapping. */
export async function endSecrets(tx: Tx, endpointId: string, now: Date, until: Date): Promise<void> {
  await tx.run(sql`update webhook_secret set ends_at = ${now} where endpoint_id = ${endpointId} and ends_at > ${now}`);
  await tx.run(sql`update webhook_secret set ends_at = ${until} where endpoint_id = ${endpointId} and ends_at is null`);
}
