import type { Core } from '../core.ts';
import { sql } from '../db/sql.ts';
import type { Queries } from '../db/database.ts';
import { decrypt, encrypt } from '../secrets/encryption.ts';

const purpose = 'atrium inbox bodies 1';

type Holder = { config: Pick<Core['config'], 'appSecret'> };

/** A body belongs to one event of one connection. */
const nameOf = (connectionId: string, eventId: string) => `${connectionId} ${eventId}`;

export const encryptBody = ({ config }: Holder, connectionId: string, eventId: string, body: Buffer) =>
  encrypt(config.appSecret, purpose, nameOf(connectionId, eventId), body);

export const decryptBody = ({ config }: Holder, connectionId: string, eventId: string, body: Buffer) =>
  decrypt(config.appSecret, purpose, nameOf(connectionId, eventId), body);

interface Row {
  id: bigint;
  connectionId: string;
  eventId: string;
  body: Buffer;
}

/** The same for every body after APP_SECRET was changed, all or none. @throws Error when one does not decrypt */
export async function reEncryptBodies(tx: Queries, formerSecret: string, secret: string): Promise<void> {
  await tx.run(sql`
    declare bodies no scroll cursor for
    select id, connection_id as "connectionId", event_id as "eventId", body from inbox_event`);
  for (;;) {
    const rows = await tx.rows<Row>(sql`fetch 500 from bodies`);
    if (rows.length === 0) break;
    for (const { id, connectionId, eventId, body } of rows) {
      const content = decryptBody({ config: { appSecret: formerSecret } }, connectionId, eventId, body);
      const encryptedAgain = encryptBody({ config: { appSecret: secret } }, connectionId, eventId, content);
      await tx.run(sql`update inbox_event set body = ${encryptedAgain} where id = ${id}`);
    }
  }
  await tx.run(sql`close bodies`);
}
