import type { Core } from '../core.ts';
import { sql } from '../db/sql.ts';
import { decrypter } from '../secrets/encryption.ts';

const purpose = 'atrium connection secrets 1';

/** A secret cannot be moved to another connection, nor to another field of it. */
const nameOf = (row: { id: string; connectionId: string; name: string }) => `${row.connectionId} ${row.name} ${row.id}`;

/** The secrets of connections by their ids, the newest first. `draft` takes those that are not in use yet as well. */
export async function openSecrets(
  { db, config, clock }: Pick<Core, 'db' | 'config' | 'clock'>,
  connectionIds: readonly string[],
  draft = false,
): Promise<Map<string, Record<string, string[]>>> {
  const rows = await db.rows<{ id: string; connectionId: string; name: string; encrypted: Buffer }>(sql`
    select id, connection_id as "connectionId", name, encrypted from connection_secret
    where connection_id = any(${connectionIds}::uuid[]) and (used_at is not null or ${draft})
      and (ends_at is null or ends_at > ${clock.now()})
    order by id desc`);
  const open = decrypter(config.appSecret, purpose);
  const found = new Map<string, Record<string, string[]>>();
  for (const row of rows) {
    const secrets = found.get(row.connectionId) ?? {};
    found.set(row.connectionId, secrets);
    (secrets[row.name] ??= []).push(open(nameOf(row), row.encrypted).toString());
  }
  return found;
}
