import type { Posting } from '#server/ledger/post.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { accountsOf } from '../credit-wallet.ts';
import type { PaymentRow } from '../payment-row.ts';

/** Of a deposit that was taken back: the wallet pays as far as it can, the rest is what the client owes. */
export async function chargeBackPostings(tx: Tx, payment: PaymentRow): Promise<Posting[]> {
  const { wallet, pspIn, fees, suspense } = accountsOf(payment);
  const { available } = await tx.one<{ available: bigint }>(sql`
    select b.amount as available from wallet w join ledger_balance b on b.account_id = w.available_id
    where w.id = ${payment.walletId} for update of b`);
  const credited = payment.amount - payment.fee;
  const covered = available < credited ? available : credited;
  return [
    { account: wallet.available, amountMinor: -covered },
    { account: fees.code, amountMinor: -payment.fee },
    { account: suspense.code, amountMinor: covered - credited },
    { account: pspIn.code, amountMinor: payment.amount },
  ];
}
