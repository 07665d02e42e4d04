import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { TransferOutcome } from '#contract/trading/transfer-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Row {
  id: string;
  direction: 'in' | 'out';
  amountMinor: bigint;
  currency: string;
  account: bigint;
  outcome: TransferOutcome;
}

/** Which transfers have an outcome that waits for a second person. */
export async function describeTransferRequests(
  { db }: Pick<App, 'db'>,
  requestIds: readonly string[],
): Promise<Map<string, ApprovalRequestOf<'transfer'>['value']>> {
  const rows = await db.rows<Row>(sql`
    select r.id, t.direction, t.amount as "amountMinor", a.currency, a.number as account, r.value ->> 'outcome' as outcome
    from approval_request r join trading_transfer t on t.id = r.transfer_id join trading_account a on a.id = t.account_id
    where r.id = any(${requestIds}::uuid[])`);
  return new Map(
    rows.map(({ id, direction, currency, outcome, amountMinor, account }) => [
      id,
      {
        direction,
        currency,
        outcome,
        amount: toDecimal(amountMinor, currency),
        trading_account_id: String(account),
      },
    ]),
  );
}
