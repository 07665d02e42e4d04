import type { Language } from '#contract/languages.ts';
import type { PaymentInfo } from '#contract/payments.ts';
import { releaseHold } from '#server/ledger/hold.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { ledgerAct } from './credit-wallet.ts';
import { moveOn, type Mover } from './move.ts';
import { once } from '#server/platform/once.ts';
import { readInfo } from './payment-info.ts';
import { lockPayment, type PaymentRow } from './payment-row.ts';

/**
 * Takes a withdrawal back for its client, until it is approved.
 * @throws Refusal `http.not_found`, `payments.state`
 */
export async function cancelWithdrawal(
  app: App,
  me: Pick<Client, 'id'>,
  language: Language,
  body: { payment_id: string },
  key: string,
): Promise<PaymentInfo> {
  const mine = sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and p.kind <> 'adjustment'`;
  const intent = { ownerId: me.id, key, act: 'payments.cancel', body };
  await app.db.tx((tx) =>
    once(app, tx, intent, async () => {
      const payment = await lockPayment(tx, mine);
      const move = { by: { kind: 'client', id: me.id }, at: app.clock.now() } as const;
      await moveOn(tx, payment, 'cancelled', move);
      await releaseHeld(tx, payment, move);
      return payment.id;
    }),
  );
  return readInfo(app, language, mine);
}

/** Gives back what a withdrawal has set aside, if it came so far. */
export async function releaseHeld(tx: Tx, payment: PaymentRow, move: { by: Mover; at: Date }): Promise<void> {
  if (!payment.holdId) return;
  await releaseHold(tx, payment.holdId, ledgerAct(payment, { key: 'release', kind: 'release', ...move }));
}
