import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import type { AllotmentMethod } from '#contract/ipo/names.ts';
import type { IpoApprovalAction } from '#contract/ipo/staff-names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Row {
  id: string;
  offering: string;
  action: IpoApprovalAction;
  currency: string;
  priceMinor: bigint | null;
  method: AllotmentMethod | null;
  clients: number;
  amountMinor: bigint;
}

/** Which steps of offerings wait for a second person, and whom they touched when they were requested. */
export async function describeOfferingRequests(
  { db }: Pick<App, 'db'>,
  requestIds: readonly string[],
): Promise<Map<string, ApprovalRequestOf<'offering'>['value']>> {
  const rows = await db.rows<Row>(sql`
    select r.id, o.issuer || ' (' || o.ticker || ')' as offering, r.action, o.currency, (r.value ->> 'price_minor')::bigint as "priceMinor",
           r.value ->> 'method' as method, (r.was ->> 'clients')::int as clients, (r.was ->> 'amount_minor')::bigint as "amountMinor"
    from approval_request r join ipo_offering o on o.id = r.offering_id
    where r.id = any(${requestIds}::uuid[])`);
  return new Map(
    rows.map(({ id, priceMinor, amountMinor, currency, ...row }) => [
      id,
      {
        ...row,
        currency,
        price: priceMinor === null ? null : toDecimal(priceMinor, currency),
        amount: toDecimal(amountMinor, currency),
      },
    ]),
  );
}
