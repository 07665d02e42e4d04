import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { isSameName } from '../bank-files/bank-text.ts';
import { lockPaymentRow } from '../payment-row.ts';
import { checkUnchangedPayment, evidenceColumns, type Evidence } from '../unchanged.ts';

/** Whether another person has paid than the client, or the bank does not say who. */
export const isOtherPayer = (payer: string | null, fullName: string): boolean =>
  payer === null || !isSameName(payer, fullName);

/**
 * Notes that another person has paid a deposit, or that the bank does not say who: from now on, crediting it takes two people.
 * Its client is locked.
 * @throws Refusal `approvals.changed` when it was changed past the program
 */
export async function markOtherPayer(app: App, tx: Tx, paymentId: string): Promise<void> {
  const [payment] = await lockPaymentRow<Evidence>(tx, paymentId, evidenceColumns);
  if (!payment) return;
  checkUnchangedPayment(app, payment);
  await tx.run(sql`update payment set other_payer = true, security_mac = null where id = ${paymentId}`);
  await signNewRow(tx, app.config, 'payment', sql`p.id = ${paymentId}`);
}
