import { administratorsBut } from '#server/platform/administrators.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { nameOf, type Client } from '#server/platform/session.ts';

/**
 * Tells the others that somebody was made administrator, or is none any more: with two of them it takes two to change
 * what protects money, so each hears at once who they are.
 */
export async function tellAdministrators(
  { outbox }: Pick<App, 'outbox'>,
  tx: Tx,
  me: Pick<Client, 'id' | 'firstName' | 'secondName'>,
  whomId: string,
  made: boolean,
): Promise<void> {
  const { name } = await tx.one<{ name: string }>(sql`
    select first_name || ' ' || second_name as name from client where id = ${whomId}`);
  const others = await administratorsBut(tx, me.id, whomId);
  const by = nameOf(me);
  await outbox.emitEach(
    tx,
    'staff.administrators_changed',
    others.map((staffId) => ({ staffId, name, by, made })),
  );
}
