import { overseersBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';

interface RolesChanged {
  clientId: string;
  authorId: string;
  author: string;
  approver: Pick<Person, 'id' | 'fullName'>;
}

/** Notifies administrators and compliance, except those who agreed on it, that a person has other roles. */
export async function notifyRoleChange(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  { clientId, authorId, author: by, approver }: RolesChanged,
): Promise<void> {
  const name = await readName(tx, clientId);
  const recipients = await overseersBut(tx, authorId, approver.id, clientId);
  await outbox.emitEach(
    tx,
    'staff.roles_changed',
    recipients.map((staffId) => ({ staffId, name, by, approver: approver.fullName })),
  );
}

/** Notifies the others that an administrator was made on the server itself, or was blocked. */
export async function notifyAdministrators(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  { clientId, by, made, except }: { clientId: string; by: string; made: boolean; except: string[] },
): Promise<void> {
  const name = await readName(tx, clientId);
  const recipients = await overseersBut(tx, clientId, ...except);
  await outbox.emitEach(
    tx,
    'staff.administrators_changed',
    recipients.map((staffId) => ({ staffId, name, by, made })),
  );
}

async function readName(tx: Tx, clientId: string): Promise<string> {
  const { name } = await tx.one<{ name: string }>(sql`
    select full_name as name from person where id = ${clientId}`);
  return name;
}
