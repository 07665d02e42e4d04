import type { App } from '#server/platform/app.ts';
import type { ProviderRefund } from '#server/platform/connections/ports/payments.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asPayout } from '../payouts/refund-rail.ts';
import { settlePayout } from '../payouts/settle-payout.ts';

/** The order of a withdrawal that a refund of a deposit carries out; undefined for any other refund. */
export const orderOfRefund = (db: Queries, depositId: string, { id, ref }: ProviderRefund) =>
  db.maybeOne<{ reference: string }>(sql`
    select o.reference from provider_payout o join payment w on w.id = o.payment_id
    where w.refunds_id = ${depositId} and (o.reference = ${ref} or o.provider_id = ${id})
    order by o.reference is distinct from ${ref}::text limit 1`);

/** Follows the withdrawals to the card of a deposit, each in a transaction of its own, after that of the deposit. */
export async function settleCardWithdrawals(
  app: App,
  depositId: string,
  refunds: readonly ProviderRefund[],
): Promise<void> {
  for (const refund of refunds) {
    const order = await orderOfRefund(app.db, depositId, refund);
    if (order) await settlePayout(app, order.reference, [asPayout(refund)]);
  }
}
