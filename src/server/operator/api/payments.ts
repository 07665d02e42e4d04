import { toDecimal } from '#contract/kernel/money.ts';
import type { ApiPayment } from '#contract/operator/program-endpoints.ts';
import type { PaymentKind, PaymentState } from '#contract/payments/names.ts';
import { netOf, numberOf, readPayment, readPayments, type PaymentRow } from '#server/payments/payment-row.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, type Paging } from './page.ts';

interface Query extends Paging {
  client_id?: string | null | undefined;
  kind?: PaymentKind | null | undefined;
  state?: PaymentState | null | undefined;
  reference?: string | null | undefined;
  updated_since?: string | undefined;
}

/** Payments, the newest first. */
export async function readPaymentsPage({ db }: App, { limit, cursor = null, ...query }: Query) {
  const { client_id: clientId = null, kind = null, state = null, reference = null } = query;
  const since = query.updated_since === undefined ? null : new Date(query.updated_since);
  const rows = await readPayments(
    db,
    sql`(${cursor}::uuid is null or p.id < ${cursor}) and (${clientId}::uuid is null or p.client_id = ${clientId})
      and (${kind}::text is null or p.kind = ${kind}) and (${state}::text is null or p.state = ${state})
      and (${reference}::text is null or p.reference = ${reference})
      and (${since}::timestamptz is null or p.updated_at >= ${since})
      order by p.id desc limit ${limit + 1}`,
  );
  return pageOf(rows, limit, show, ({ id }) => id);
}

/** @throws Refusal `http.not_found` */
export async function readOnePayment({ db }: App, id: string): Promise<ApiPayment> {
  return show(await readPayment(db, sql`p.id = ${id}`));
}

const show = (row: PaymentRow): ApiPayment => ({
  id: row.id,
  number: numberOf(row),
  client_id: row.clientId,
  wallet_id: row.walletId,
  kind: row.kind,
  state: row.state,
  method: row.method,
  currency: row.currency,
  amount: toDecimal(row.amount, row.currency),
  fee: toDecimal(row.fee, row.currency),
  net: toDecimal(netOf(row), row.currency),
  reference: row.reference,
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
