import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openRow } from '#server/platform/secrets/row-macs.ts';
import { isIban, maskAccountNumber } from '../account-numbers.ts';
import { fingerprintOf } from '../destinations/account-key.ts';

/**
 * Notes the account that a bank names as the payer's, with the deposit locked. Only an IBAN names one account alone, and only
 * by it is a destination of the client recognised.
 */
export async function notePayer(app: App, tx: Tx, paymentId: string, written: string | null): Promise<void> {
  const account = written?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  if (!isIban(account)) return;
  await openRow(tx, app.config, 'payment', paymentId, sql`p.id = ${paymentId}`);
  const source = await fingerprintOf(app, tx, 'bank_transfer', account);
  await tx.run(sql`
    update payment set source = ${source}, source_label = ${maskAccountNumber(account)}
    where id = ${paymentId} and method = 'bank_transfer' and source is null`);
}
