import type { Language } from '#contract/kernel/languages.ts';
import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Mover } from './move.ts';
import { readInfo } from '../payment-info.ts';
import { lockPayment, type PaymentRow } from '../payment-row.ts';

/** A client's call on one of their own payments. */
export interface OwnCall {
  me: Pick<Person, 'id'>;
  language: Language;
  body: { payment_id: string };
  key: string;
}

/**
 * Changes a client's own payment, once for each key, and returns it as it then is.
 * @throws Refusal `http.not_found`, and what the change refuses
 */
export async function changeOwn(
  app: App,
  { me, language, body, key }: OwnCall,
  action: `payments.${string}`,
  change: (tx: Tx, payment: PaymentRow, move: { by: Mover; at: Date }) => Promise<void>,
): Promise<PaymentInfo> {
  const mine = sql`p.id = ${body.payment_id} and p.client_id = ${me.id} and p.kind <> 'adjustment'`;
  await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action, body, resultId: body.payment_id }, async () => {
      const payment = await lockPayment(tx, mine);
      await change(tx, payment, { by: { kind: 'client', id: me.id }, at: app.clock.now() });
      return payment.id;
    }),
  );
  return readInfo(app, language, mine);
}
