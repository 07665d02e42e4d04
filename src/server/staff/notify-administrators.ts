import { overseersBut } from '#server/platform/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { nameOf, type Client } from '#server/platform/session.ts';

interface RolesChanged {
  clientId: string;
  authorId: string;
  author: string;
  second: Pick<Client, 'id' | 'firstName' | 'secondName'>;
}

/** Tells administrators and compliance, besides those who agreed on it, that somebody has other roles. */
export async function tellOfRoles(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  { clientId, authorId, author: by, second }: RolesChanged,
): Promise<void> {
  const name = await readName(tx, clientId);
  const told = await overseersBut(tx, authorId, second.id, clientId);
  await outbox.emitEach(
    tx,
    'staff.roles_changed',
    told.map((staffId) => ({ staffId, name, by, second: nameOf(second) })),
  );
}

/** Tells the others that an administrator was made on the server itself, or was blocked. */
export async function tellAdministrators(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  { clientId, by, made, except }: { clientId: string; by: string; made: boolean; except: string[] },
): Promise<void> {
  const name = await readName(tx, clientId);
  const told = await overseersBut(tx, clientId, ...except);
  await outbox.emitEach(
    tx,
    'staff.administrators_changed',
    told.map((staffId) => ({ staffId, name, by, made })),
  );
}

async function readName(tx: Tx, clientId: string): Promise<string> {
  const { name } = await tx.one<{ name: string }>(sql`
    select first_name || ' ' || second_name as name from client where id = ${clientId}`);
  return name;
}
