import { toDecimal } from '#contract/kernel/money.ts';
import type { ApiPayment } from '#contract/operator/program-endpoints.ts';
import type { PaymentKind, PaymentState } from '#contract/payments/names.ts';
import { netOf, numberOf, readPayment, readPayments, type PaymentRow } from '#server/payments/payment-row.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, readPlace, rowsFrom, type Paging } from '#server/platform/lists/program-lists.ts';

interface Query extends Paging {
  client_id?: string | null | undefined;
  kind?: PaymentKind | null | undefined;
  state?: PaymentState | null | undefined;
  reference?: string | null | undefined;
}

type Changed = { changedAt: Date };
const changed = sql`, p.changed_at as "changedAt"`;

/** Payments of all clients. */
export async function readPaymentsPage(
  { db }: App,
  { client_id: clientId = null, kind = null, state = null, reference = null, ...query }: Query,
) {
  const place = await readPlace(db, query);
  const rows = await readPayments<Changed>(
    db,
    sql`(${clientId}::uuid is null or p.client_id = ${clientId})
      and (${kind}::text is null or p.kind = ${kind}) and (${state}::text is null or p.state = ${state})
      and (${reference}::text is null or p.reference = ${reference})
      and ${rowsFrom(place, sql`p.id`, sql`p.changed_at`)}`,
    changed,
  );
  return pageOf(rows, place, show);
}

/** @throws Refusal `http.not_found` */
export async function readOnePayment({ db }: App, id: string): Promise<ApiPayment> {
  return show(await readPayment<Changed>(db, sql`p.id = ${id}`, changed));
}

const show = (row: PaymentRow & Changed): ApiPayment => ({
  id: row.id,
  number: numberOf(row),
  client_id: row.clientId,
  wallet_id: row.walletId,
  kind: row.kind,
  state: row.state,
  method: row.method,
  category: row.category,
  reverses: row.reverses,
  currency: row.currency,
  amount: toDecimal(row.amount, row.currency),
  fee: toDecimal(row.fee, row.currency),
  net: toDecimal(netOf(row), row.currency),
  value_usd: toDecimal(row.usd, 'USD'),
  reference: row.reference,
  bank_reference: row.bankReference,
  destination_id: row.destinationId,
  refunds: row.refundsId,
  reason: row.reason,
  created_at: row.createdAt.toISOString(),
  updated_at: row.changedAt.toISOString(),
});
