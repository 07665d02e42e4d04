import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import type { TestServer } from '../server.ts';

/** IBANs that a bank has opened for single clients. */
export const bankIbans = [
  'DE97500105170000000001',
  'DE70500105170000000002',
  'DE43500105170000000003',
  'DE16500105170000000004',
  'DE86500105170000000005',
];

/** Stores the IBANs for clients, as two people do it in the settings. */
export async function storeIbans(server: TestServer, ibans: readonly string[], currency = 'USD'): Promise<void> {
  const value = ibans.length === 0 ? [] : [{ currency, ibans }];
  const id = newId();
  await server.db.run(sql`
    insert into setting_version (id, key, number, was, value, created_at)
    select ${id}, 'payments.client_ibans', coalesce(max(number), 0) + 1, '[]', ${JSON.stringify(value)}::jsonb, ${server.clock.now()}
    from setting_version where key = 'payments.client_ibans'`);
  await signNewRow(server.db, server.app.config, 'setting_version', sql`v.id = ${id}`);
}
