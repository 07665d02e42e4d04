import { batchesOf } from './batches.ts';
import type { Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { reEncrypt, type EncryptionPurpose } from './encryption.ts';

/** Where what is encrypted for a purpose lies. */
interface Place {
  table: Sql;
  column: Sql;
  /** The id of a row that is authenticated with its content. */
  id: Sql;
  /** Of the rows that are encrypted. */
  where?: Sql;
}

const places: Record<EncryptionPurpose, Place> = {
  'atrium file keys 1': {
    table: sql`file`,
    column: sql`key_wrapped`,
    id: sql`id::text`,
    where: sql`deleted_at is null`,
  },
  'atrium authenticator secrets 1': { table: sql`totp`, column: sql`secret_encrypted`, id: sql`person_id::text` },
  'atrium webhook secrets 1': { table: sql`webhook_secret`, column: sql`encrypted`, id: sql`id::text` },
  'atrium push keys 1': { table: sql`push_key`, column: sql`private_encrypted`, id: sql`'push_key'` },
  'atrium mail passwords 1': { table: sql`email_password`, column: sql`encrypted`, id: sql`id::text` },
  'atrium draw seeds 1': {
    table: sql`ipo_seed`,
    column: sql`encrypted`,
    id: sql`offering_id::text`,
    where: sql`seed is null`,
  },
  // Those of published allotments are public.
  'atrium draw secrets 1': {
    table: sql`ipo_draw_secret`,
    column: sql`encrypted`,
    id: sql`offering_id || ' ' || client_id`,
    where: sql`offering_id in (select offering_id from ipo_seed where seed is null)`,
  },
  'atrium connection secrets 1': {
    table: sql`connection_secret`,
    column: sql`encrypted`,
    id: sql`connection_id || ' ' || name || ' ' || id`,
  },
  'atrium inbox bodies 1': { table: sql`inbox_event`, column: sql`body`, id: sql`connection_id || ' ' || event_id` },
  'atrium account keys 1': { table: sql`payment_account_key`, column: sql`encrypted`, id: sql`'payment_account_key'` },
};

/**
 * Encrypts everything again after APP_SECRET was changed, all or none, in the transaction that is given.
 * @throws Error when the former secret does not decrypt a row
 */
export async function reEncryptAll(tx: Tx, former: string, present: string): Promise<void> {
  for (const [purpose, place] of Object.entries(places) as [EncryptionPurpose, Place][])
    await reEncryptIn(tx, place, (id, encrypted) => reEncrypt(former, present, purpose, id, encrypted));
}

async function reEncryptIn(
  tx: Tx,
  { table, column, id, where = sql`true` }: Place,
  again: (id: string, encrypted: Buffer) => Buffer,
): Promise<void> {
  const select = sql`select ctid::text as "ctid", ${id} as id, ${column} as encrypted from ${table} where ${where} for update`;
  for await (const rows of batchesOf<{ ctid: string; id: string; encrypted: Buffer }>(tx, select))
    await tx.run(sql`
      update ${table} t set ${column} = e.content
      from unnest(${rows.map(({ ctid }) => ctid)}::tid[], ${rows.map((row) => again(row.id, row.encrypted))}::bytea[])
        as e (ctid, content)
      where t.ctid = e.ctid`);
}
