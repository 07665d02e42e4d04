import type { PaymentKind, PaymentState } from '#contract/payments/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { Payment } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readPayments, showPayment, shown } from './payment-row.ts';
import { openStates } from './rules.ts';

export const pageLength = 50;

interface Filters {
  kind?: PaymentKind | undefined;
  state?: PaymentState | undefined;
  open?: boolean | undefined;
  wallet_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  cursor?: string | undefined;
}

/** The own payments, the latest first. */
export async function listPayments(
  app: App,
  me: Person,
  language: Language,
  filters: Filters,
): Promise<{ payments: Payment[]; next_cursor: string | null }> {
  const { kind = null, state = null, open = false, wallet_id = null, from = null, to = null, cursor = null } = filters;
  const rows = await readPayments(
    app.db,
    sql`p.client_id = ${me.id} and ${shown}
      and (${kind}::text is null or p.kind = ${kind}) and (${state}::text is null or p.state = ${state})
      and (not ${open}::boolean or p.state = any(${openStates}::text[]))
      and (${wallet_id}::uuid is null or p.wallet_id = ${wallet_id})
      and (${from}::timestamptz is null or p.created_at >= ${from}) and (${to}::timestamptz is null or p.created_at < ${to})
      and ${named(filters.search)} and (${cursor}::uuid is null or p.id < ${cursor})
      order by p.id desc limit ${pageLength + 1}`,
  );
  const page = rows.slice(0, pageLength);
  return {
    payments: page.map((row) => showPayment(app, language, row)),
    next_cursor: rows.length > pageLength ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Whose number or reference holds the words. */
export function named(search = ''): Sql {
  return sql`('P-' || p.number || ' ' || coalesce(p.reference, '')) ilike ${patternOf(search)}`;
}
