import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { PaymentRow } from '../payment-row.ts';
import { returningStates } from '../rules.ts';

interface ToCard {
  clientId: string;
  source: string | null;
  currency: string;
  amount: bigint;
}

/**
 * The deposit of which a withdrawal to its card is a part: the one with the least left that suffices. A withdrawal is one
 * refund, so it is no larger than what one deposit can take back; the client's lock is held.
 * @throws Refusal `payments.card_takes_nothing` on the destination, or `payments.card_takes_back` on the amount with the most
 * that goes back in one withdrawal
 */
export async function chooseDeposit(tx: Tx, { clientId, source, currency, amount }: ToCard): Promise<string> {
  const [best] = await tx.rows<{ id: string; most: bigint }>(sql`
    select p.id, most from payment p, card_takes_back_still(p, null) most
    where p.client_id = ${clientId} and p.kind = 'deposit' and p.method = 'card' and p.state = 'credited'
      and p.source = ${source} and p.currency = ${currency}
    order by most >= ${amount} desc, case when most >= ${amount} then most else -most end, p.id desc limit 1`);
  if (!best || best.most < amount) throw tooMuch(best?.most ?? 0n, currency);
  return best.id;
}

/**
 * Whether its deposit can still take it back, when the client confirms; the client's lock is held.
 * @throws Refusal as `chooseDeposit`
 */
export async function checkTakesBack(
  tx: Tx,
  { id, refundsId, amount, currency }: Pick<PaymentRow, 'id' | 'refundsId' | 'amount' | 'currency'>,
): Promise<void> {
  if (refundsId === null) return;
  const { most } = await tx.one<{ most: bigint }>(sql`
    select card_takes_back_still(p, ${id}) as most from payment p where p.id = ${refundsId}`);
  if (most < amount) throw tooMuch(most, currency);
}

/** The first withdrawal that returns a part of a deposit: such a deposit is not taken back as a whole. */
export const returnOf = (db: Queries, depositId: string) =>
  db.maybeOne<{ number: bigint }>(sql`
    select w.number from payment w
    where w.refunds_id = ${depositId} and w.state = any(${returningStates})
    order by w.number limit 1`);

const tooMuch = (most: bigint, currency: string) =>
  most === 0n
    ? refuseField('destination_id', 'payments.card_takes_nothing', { currency })
    : refuseField('amount', 'payments.card_takes_back', { amount: amountWritten(most, currency) });
