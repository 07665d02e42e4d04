import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';

/** The client to whom alone an account belongs. */
export interface AccountOwner {
  clientId: string;
  firstName: string;
  secondName: string;
  fullName: string;
  currency: string;
  isClosed: boolean;
}

/** Whose own IBAN an account is; null for any other account, and `forged` where the row was written past the program. */
export async function ownerOf(world: Witness, db: Queries, account: string): Promise<AccountOwner | 'forged' | null> {
  // A bank may write its own account with the currency behind it.
  const bare = account.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const row = await db.maybeOne<AccountOwner & RowMac & { iban: string }>(sql`
    select n.iban, n.client_id as "clientId", c.first_name as "firstName", c.second_name as "secondName", c.full_name as "fullName", n.currency,
           c.closed_at is not null as "isClosed", ${macColumns('payment_client_iban')}
    from payment_client_iban n join person c on c.id = n.client_id
    where n.iban in (${bare}, ${bare.replace(/[A-Z]{3}$/, '')})`);
  if (!row) return null;
  return isGenuine(world, 'payment_client_iban', row.iban, row) ? row : 'forged';
}
