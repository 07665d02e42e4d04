import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { PaymentAction, PaymentKind, PaymentMethod } from '#contract/payments/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { maskAccount } from '../methods.ts';
import { numberOf } from '../payment-row.ts';

interface Row {
  id: string;
  number: bigint;
  kind: PaymentKind;
  action: PaymentAction;
  amountMinor: bigint;
  currency: string;
  method: PaymentMethod | null;
  account: string | null;
  holder: string | null;
}

/** Which payments wait for a second person, for how much and where the money goes. */
export async function describePaymentRequests(
  { db }: Pick<App, 'db'>,
  requestIds: readonly string[],
): Promise<Map<string, ApprovalRequestOf<'payment'>['value']>> {
  const rows = await db.rows<Row>(sql`
    select r.id, p.number, p.kind, r.action, (r.value ->> 'amount')::bigint as "amountMinor", p.currency, p.method, d.account, d.holder
    from approval_request r join payment p on p.id = r.payment_id left join payment_destination d on d.id = p.destination_id
    where r.id = any(${requestIds}::uuid[])`);
  return new Map(
    rows.map(({ id, kind, action, currency, method, account, holder, amountMinor, ...row }) => [
      id,
      {
        number: numberOf(row),
        kind,
        action,
        currency,
        amount: toDecimal(amountMinor, currency),
        destination:
          method && account !== null ? { account: maskAccount(method, account), holder: holder ?? '' } : null,
      },
    ]),
  );
}
