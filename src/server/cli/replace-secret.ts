import { renewRowMacs } from '#server/imports/renew-macs.ts';
import { accountKey } from '#server/payments/destinations/account-key.ts';
import { resignAudit } from '#server/platform/audit/resign.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { recomputeMacs } from '#server/platform/secrets/all-row-macs.ts';
import { reEncryptAll } from '#server/platform/secrets/re-encrypt.ts';
import { renewLineMacs } from '#server/reconciliation/statement/renew-macs.ts';

/** Encrypts and signs again, under the present secret, what the former one encrypted and signed. */
export async function replaceSecret(tx: Tx, former: string, present: string): Promise<void> {
  // Where it was not needed since it came, fingerprints are under the former secret.
  await accountKey(tx, former);
  await reEncryptAll(tx, former, present);
  await recomputeMacs(tx, former, present);
  await renewLineMacs(tx, former, present);
  await renewRowMacs(tx, former, present);
  await resignAudit(tx, former, present);
}
