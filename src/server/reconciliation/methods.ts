import { toDecimal } from '#contract/kernel/money.ts';
import type { MethodLine } from '#contract/reconciliation/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readSeal } from './seal-ledger.ts';

interface Row {
  method: string;
  direction: 'in' | 'out';
  currency: string;
  ledgerMinor: bigint;
  withoutPaymentMinor: bigint;
  paymentsMinor: bigint;
  count: number;
}

/**
 * Compares the operator's accounts of each payment method with the payments by their states: the ledger by its postings,
 * sealed ones by their totals, and payments by totals of their own, so that neither is derived from the other. Incoming money is positive in the one
 * direction, outgoing money in the other.
 */
export async function compareMethods(app: App): Promise<{ lines: MethodLine[]; at: string }> {
  const rows = await app.db.snapshot(async (tx) => {
    const seal = await readSeal(tx);
    return tx.rows<Row>(sql`
    with posted as (
      select s.account_id, s.credits - s.debits as amount, s.of_payments from ledger_sealed_account s
      where s.account_id in (select a.id from ledger_account a where a.kind in ('psp_in', 'psp_out'))
      union all
      select p.account_id, p.amount, case when t.scope like 'payment:%' then p.amount else 0 end
      from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
      where p.id > ${seal}::bigint and p.balance_after is null
    ), ledger as (
      select split_part(a.code, ':', 2) as method, case a.kind when 'psp_in' then 'in' else 'out' end as direction, a.currency,
             sum(case a.kind when 'psp_in' then -p.amount else p.amount end)::bigint as total,
             sum(case a.kind when 'psp_in' then p.of_payments - p.amount else p.amount - p.of_payments end)::bigint as without_payment
      from posted p join ledger_account a on a.id = p.account_id
      where a.kind in ('psp_in', 'psp_out') group by 1, 2, 3
    ), paid as (
      select translate(method, '_', '-') as method, case kind when 'deposit' then 'in' else 'out' end as direction, currency,
             sum(amount)::bigint as total, sum(count)::int as count
      from payment_total group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0
    )
    select method, direction, currency, coalesce(l.total, 0)::bigint as "ledgerMinor",
           coalesce(l.without_payment, 0)::bigint as "withoutPaymentMinor", coalesce(p.total, 0)::bigint as "paymentsMinor",
           coalesce(p.count, 0) as count
    from ledger l full join paid p using (method, direction, currency)
    order by coalesce(l.total, 0) - coalesce(l.without_payment, 0) = coalesce(p.total, 0), method, currency, direction`);
  });
  return { lines: rows.map(show), at: app.clock.now().toISOString() };
}

function show({
  ledgerMinor,
  withoutPaymentMinor,
  paymentsMinor,
  method,
  direction,
  currency,
  count,
}: Row): MethodLine {
  return {
    method: method.replaceAll('-', '_'),
    direction,
    currency,
    ledger: toDecimal(ledgerMinor, currency),
    without_payment: toDecimal(withoutPaymentMinor, currency),
    payments: toDecimal(paymentsMinor, currency),
    count,
    difference: toDecimal(ledgerMinor - withoutPaymentMinor - paymentsMinor, currency),
  };
}
