import type { Core } from '../core.ts';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { decrypt, encrypt } from '../secrets/encryption.ts';

const purpose = 'atrium connection secrets 1';
const hintLength = 4;

/** A secret cannot be moved to another connection, nor to another field of it. */
const nameOf = (row: { id: string; connectionId: string; name: string }) => `${row.connectionId} ${row.name} ${row.id}`;

interface NewSecret {
  connectionId: string;
  name: string;
  secret: string;
  by: string;
}

/** Stores a secret that is not in use yet; an earlier one of that name that was not either is dropped. */
export async function addSecret(
  { config, clock }: Pick<Core, 'config' | 'clock'>,
  tx: Queries,
  { connectionId, name, secret, by }: NewSecret,
): Promise<void> {
  const row = { id: newId(), connectionId, name };
  const encrypted = encrypt(config.appSecret, purpose, nameOf(row), Buffer.from(secret));
  // A short one would be shown whole.
  const hint = secret.length > hintLength * 2 ? secret.slice(-hintLength) : '';
  await tx.run(sql`
    delete from connection_secret where connection_id = ${connectionId} and name = ${name} and used_at is null`);
  await tx.run(sql`
    insert into connection_secret (id, connection_id, name, encrypted, hint, created_by, created_at)
    values (${row.id}, ${connectionId}, ${name}, ${encrypted}, ${hint}, ${by}, ${clock.now()})`);
}

/** The secrets of connections by their ids, the newest first. Those in use; or also those that are new, for a test; or the new ones alone, for other servers. */
export async function openSecrets(
  { db, config, clock }: Pick<Core, 'config' | 'clock'> & { db: Queries },
  connectionIds: readonly string[],
  which: 'used' | 'all' | 'new' = 'used',
): Promise<Map<string, Record<string, string[]>>> {
  const rows = await db.rows<{ id: string; connectionId: string; name: string; encrypted: Buffer }>(sql`
    select id, connection_id as "connectionId", name, encrypted from connection_secret
    where connection_id = any(${connectionIds}::uuid[]) and (used_at is not null or ${which} <> 'used') and (used_at is null or ${which} <> 'new')
      and (ends_at is null or ends_at > ${clock.now()})
    order by id desc`);
  const found = new Map<string, Record<string, string[]>>();
  for (const row of rows) {
    const secrets = found.get(row.connectionId) ?? {};
    found.set(row.connectionId, secrets);
    (secrets[row.name] ??= []).push(decrypt(config.appSecret, purpose, nameOf(row), row.encrypted).toString());
  }
  return found;
}
