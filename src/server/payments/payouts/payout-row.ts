import type { OrderedPayout, PayoutDestination } from '#server/platform/connections/ports/payouts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** An order to a payout provider, as we have stored it. */
export interface PayoutRow {
  reference: string;
  paymentId: string;
  connectionId: string;
  /** The deposit that it refunds a part of; null for one that a payout provider pays. */
  refundsId: string | null;
  amount: bigint;
  currency: string;
  text: string;
  state: 'calling' | 'accepted' | 'sent' | 'completed' | 'failed' | 'returned';
  providerId: string | null;
  answer: string | null;
  attempts: number;
  createdAt: Date;
  /** When its provider has last said something about it. */
  checkedAt: Date | null;
  /** When it ended without a payout, or came back. */
  endedAt: Date | null;
  /** Until when a call that may pay it can be under way; null when none is. */
  callEndsAt: Date | null;
}

/** The one that meets a condition on `o`. */
export async function readPayout(db: Queries, conditionAndOrder: Sql): Promise<PayoutRow | undefined> {
  return db.maybeOne<PayoutRow>(sql`
    select o.reference, o.payment_id as "paymentId", o.connection_id as "connectionId",
           (select p.refunds_id from payment p where p.id = o.payment_id) as "refundsId", o.amount, o.currency, o.text, o.state,
           o.provider_id as "providerId", o.answer, o.attempts, o.created_at as "createdAt", o.checked_at as "checkedAt",
           o.ended_at as "endedAt", o.call_ends_at as "callEndsAt"
    from provider_payout o where ${conditionAndOrder}`);
}

/** The same in the words of its provider. */
export const asOrdered = ({ reference, createdAt, providerId }: PayoutRow): OrderedPayout => ({
  ref: reference,
  orderedAt: createdAt,
  id: providerId,
});

/** What a provider said, cut to the length that an order keeps; null for nothing. */
export const answerOf = (text: string): string | null => text.slice(0, 200) || null;

/** Where a withdrawal goes; undefined for a test card. */
export const readPayee = (db: Queries, paymentId: string): Promise<PayoutDestination | undefined> =>
  db.maybeOne<PayoutDestination>(sql`
    select coalesce(d.scheme, p.method) as scheme, coalesce(d.country, c.country) as country, d.holder, d.account, d.details
    from payment p join payment_destination d on d.id = p.destination_id join person c on c.id = p.client_id
    where p.id = ${paymentId} and p.method in ('bank_transfer', 'card', 'crypto')`);
