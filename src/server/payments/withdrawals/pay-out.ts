import { captureHold } from '#server/ledger/hold.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { accountsOf, entryContext, factsOf, openHouseAccount } from '../credit-wallet.ts';
import { moveOn, type Mover } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';

/** Books a withdrawal as sent, from what it holds, with its payment locked. */
export async function payOut(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { bankReference, ...move }: { by: Mover; at: Date; bankReference: string | null },
): Promise<void> {
  if (!payment.holdId) throw new Error(`withdrawal ${payment.id} is approved and holds nothing`);
  const { pspOut, fees } = accountsOf(payment);
  await openHouseAccount(tx, payment, move.at);
  const paid = [
    { account: pspOut.code, amountMinor: payment.amount - payment.fee },
    { account: fees.code, amountMinor: payment.fee },
  ];
  await captureHold(
    tx,
    payment.holdId,
    entryContext(payment, { key: 'send', kind: 'withdrawal' as const, ...move }),
    paid.filter(({ amountMinor }) => amountMinor > 0n),
  );
  await moveOn(app, tx, payment, 'sent', { ...move, changes: sql`, bank_reference = ${bankReference}` });
  await app.outbox.emit(tx, 'payments.withdrawal_sent', factsOf(payment));
}

/** Once enough people have approved a withdrawal, or a rule has: the database checks that. */
export async function moveToApproved(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  move: { by: Mover; at: Date },
): Promise<void> {
  await moveOn(app, tx, payment, 'approved', move);
  await app.outbox.emit(tx, 'payments.withdrawal_approved', factsOf(payment));
}
