import type { NewProviderPayment, ProviderPayment } from '#server/platform/connections/ports/payments.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Witnessed } from '../unchanged.ts';

/** A deposit as its provider has it, by what we have stored. */
export interface ProviderRow {
  paymentId: string;
  connectionId: string;
  /** Whether real money is expected. */
  live: boolean;
  state: 'starting' | 'open' | 'ended';
  /** What its provider is asked, until it has answered. */
  asked: Pick<NewProviderPayment, 'payer' | 'text' | 'language' | 'returnUrl'> | null;
  providerId: string | null;
  payUrl: string | null;
  /** Minor units that came at first. */
  received: bigint | null;
  attempts: number;
  startedAt: Date;
  /** When it was read last. */
  checkedAt: Date | null;
  reference: string;
}

/** What was read of one of our payments, and what we have of it. */
export interface Read {
  payment: Witnessed;
  row: ProviderRow;
  found: ProviderPayment;
  at: Date;
}

/** Those that meet a condition on `v`, or on their payment `p`. */
export const readProviderRows = (db: Queries, conditionAndOrder: Sql): Promise<ProviderRow[]> =>
  db.rows<ProviderRow>(sql`
    select v.payment_id as "paymentId", v.connection_id as "connectionId", v.live, v.state, v.asked,
           v.provider_id as "providerId", v.pay_url as "payUrl", v.received, v.attempts,
           v.started_at as "startedAt", v.checked_at as "checkedAt", p.reference
    from provider_payment v join payment p on p.id = v.payment_id where ${conditionAndOrder}`);

export async function readProviderRow(db: Queries, condition: Sql): Promise<ProviderRow | null> {
  const [row] = await readProviderRows(db, condition);
  return row ?? null;
}

/** Whether a connection was removed, so that its provider can no longer be asked. */
export const isRemoved = async (db: Queries, { connectionId }: Pick<ProviderRow, 'connectionId'>): Promise<boolean> =>
  (await db.maybeOne(sql`select from connection where id = ${connectionId} and state = 'removed'`)) !== undefined;

/** A deposit that its provider did not begin: nothing more is asked there. */
export const endStart = (tx: Tx, paymentId: string) =>
  tx.run(sql`
    update provider_payment set state = 'ended', asked = null, next_at = null
    where payment_id = ${paymentId} and state = 'starting'`);
