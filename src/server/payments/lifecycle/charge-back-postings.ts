import type { Posting } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { accountsOf } from '../credit-wallet.ts';
import type { PaymentRow } from '../payment-row.ts';

/**
 * Of a deposit that was taken back, whole or what is left of it: the wallet pays as far as it can, the rest is what the client
 * owes. The fee is returned to the client, as far as so much was taken.
 * @param taken minor units of the deposit's currency
 */
export async function chargeBackPostings(tx: Tx, payment: PaymentRow, taken = payment.amount): Promise<Posting[]> {
  const { wallet, pspIn, fees, suspense } = accountsOf(payment);
  const { available } = await tx.one<{ available: bigint }>(sql`
    select b.amount as available from wallet w join ledger_balance b on b.account_id = w.available_id
    where w.id = ${payment.walletId} for update of b`);
  const fee = payment.fee < taken ? payment.fee : taken;
  const due = taken - fee;
  const covered = available < due ? available : due;
  return [
    { account: wallet.available, amountMinor: -covered },
    { account: fees.code, amountMinor: -fee },
    { account: suspense.code, amountMinor: covered - due },
    { account: pspIn.code, amountMinor: taken },
  ];
}
