import type { Language } from '#contract/languages.ts';
import type { PaymentInfo } from '#contract/payments.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { moveOn } from './move.ts';
import { once } from '#server/platform/once.ts';
import { readInfo } from './payment-info.ts';
import { lockPayment } from './payment-row.ts';

/**
 * Notes that the client has sent the money of a deposit.
 * @throws Refusal `http.not_found`, `payments.state`
 */
export async function reportPayment(
  app: App,
  me: Pick<Client, 'id'>,
  language: Language,
  body: { payment_id: string },
  key: string,
): Promise<PaymentInfo> {
  const mine = sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and p.kind <> 'adjustment'`;
  const intent = { ownerId: me.id, key, act: 'payments.report_payment', body };
  await app.db.tx((tx) =>
    once(app, tx, intent, async () => {
      const payment = await lockPayment(tx, mine);
      // An expired one is brought back by staff alone, when the money has come.
      if (payment.state !== 'awaiting_payment') throw refuse('payments.state');
      await moveOn(tx, payment, 'under_review', { by: { kind: 'client', id: me.id }, at: app.clock.now() });
      return payment.id;
    }),
  );
  return readInfo(app, language, mine);
}
