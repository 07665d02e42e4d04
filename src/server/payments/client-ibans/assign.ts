import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, signNewRow, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { readPool } from './pool.ts';

interface Of {
  clientId: string;
  currency: string;
  at: Date;
}

/**
 * The client's own IBAN in a currency, with the client locked. The first call gives them a free one, which stays theirs for ever.
 * @returns null where clients have none in that currency, and where no free one is left
 */
export async function ownIban(app: App, tx: Tx, { clientId, currency, at }: Of): Promise<string | null> {
  const pool = (await readPool(app, tx)).find((each) => each.currency === currency);
  if (!pool) return null;
  const known = await tx.maybeOne<RowMac & { iban: string }>(sql`
    select n.iban, ${macColumns('payment_client_iban')} from payment_client_iban n
    where n.client_id = ${clientId} and n.currency = ${currency}`);
  if (known) return isGenuine(app, 'payment_client_iban', known.iban, known) ? known.iban : null;
  // Clients take their number one after the other, so that no two reach for the same.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('payment_client_iban'))`);
  const free = await tx.maybeOne<{ iban: string }>(sql`
    insert into payment_client_iban (iban, currency, client_id, assigned_at)
    select iban, ${currency}, ${clientId}, ${at} from unnest(${pool.ibans}::text[]) with ordinality listed (iban, place)
    where not exists (select from payment_client_iban t where t.iban = listed.iban)
    order by place limit 1 returning iban`);
  if (!free) return null;
  await signNewRow(tx, app.config, 'payment_client_iban', sql`n.iban = ${free.iban}`);
  return free.iban;
}
