import type { z } from 'zod';
import type { movementTotals } from '#contract/imports/endpoints.ts';
import type { MovementKind } from '#contract/imports/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Row {
  kind: MovementKind;
  currency: string;
  count: number;
  amount: string;
  from: string;
  to: string;
}

/** What is new of a run of history, and what it has imported, in sum; null where there is none of either. */
export async function readMovementTotals(db: Queries, runId: string): Promise<z.output<typeof movementTotals> | null> {
  const rows = await db.rows<Row>(sql`
    select kind, currency, count(*)::int as count, sum(amount)::text as amount, min(day)::text as "from", max(day)::text as "to"
    from (
      select content ->> 'kind' as kind, content ->> 'currency' as currency, (content ->> 'amount')::bigint as amount,
             (content ->> 'date')::date as day
      from import_row join import_run r on r.id = run_id
      where run_id = ${runId} and r.subject = 'history' and outcome = 'new' and content is not null
      union all
      select kind, currency, amount, day from imported_movement where run_id = ${runId}) movement
    group by 1, 2 order by count(*) desc, 1, 2`);
  const [first] = rows;
  if (!first) return null;
  const counts = new Map<MovementKind, number>();
  const sums = new Map<string, bigint>();
  for (const { kind, currency, count, amount } of rows) {
    counts.set(kind, (counts.get(kind) ?? 0) + count);
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
  }
  return {
    kinds: [...counts].map(([kind, count]) => ({ kind, count })).toSorted((one, other) => other.count - one.count),
    sums: [...sums]
      .map(([currency, minor]) => ({ currency, amount: toDecimal(minor, currency) }))
      .toSorted((one, other) => one.currency.localeCompare(other.currency)),
    from: rows.reduce((from, row) => (row.from < from ? row.from : from), first.from),
    to: rows.reduce((to, row) => (row.to > to ? row.to : to), first.to),
  };
}
