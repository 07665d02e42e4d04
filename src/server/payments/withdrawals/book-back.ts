import type { Tx } from '#server/platform/db/database.ts';
import { accountsOf, postPayment } from '../credit-wallet.ts';
import type { Mover } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';

/** Books a withdrawal back that was sent and has come back, fee included. */
export async function bookBack(tx: Tx, payment: PaymentRow, move: { by: Mover; at: Date }): Promise<void> {
  const { wallet, pspOut, fees } = accountsOf(payment);
  await postPayment(tx, payment, { key: 'return', kind: 'correction', ...move }, [
    { account: pspOut.code, amountMinor: payment.fee - payment.amount },
    { account: fees.code, amountMinor: -payment.fee },
    { account: wallet.available, amountMinor: payment.amount },
  ]);
}
