import { clientIbans, type ClientIbans } from '#contract/settings/values/client-ibans.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';

const key = 'payments.client_ibans';

/**
 * The IBANs that two people have stored for clients, also those that belong to one by now; none where they were written past
 * the program: a client would send money to any account that it shows.
 */
export async function readPool(world: Witness, db: Queries): Promise<ClientIbans> {
  const version = await db.maybeOne<RowMac & { number: number; value: unknown }>(sql`
    select v.number, v.value, ${macColumns('setting_version')} from setting_version v
    where v.key = ${key} order by v.number desc limit 1`);
  if (!version || !isGenuine(world, 'setting_version', `${key} ${version.number}`, version)) return [];
  return clientIbans.safeParse(version.value).data ?? [];
}

/** How many are free and in use in each currency in which clients get one. */
export async function countPool(world: Witness, db: Queries) {
  const pool = await readPool(world, db);
  const counted = await db.rows<{ currency: string; free: number; used: number }>(sql`
    select given.currency,
           (select count(*)::int from unnest(given.ibans) listed (iban)
            where not exists (select from payment_client_iban t where t.iban = listed.iban)) as free,
           (select count(*)::int from payment_client_iban t where t.currency = given.currency) as used
    from jsonb_to_recordset(${JSON.stringify(pool)}::jsonb) given (currency text, ibans text[])`);
  return counted;
}
