import { toDecimal } from '#contract/kernel/money.ts';
import type { OverrideKind } from '#contract/staff/override-names.ts';
import type { Limits } from '#server/payments/limits.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { countsAt } from '#server/platform/people/overrides.ts';

/** An override of one client, set or requested. */
export interface Override {
  kind: OverrideKind;
  limits: Limits;
  max: number | null;
  until: string | null;
  reason: string;
}

export interface Stored extends Override {
  by: string | null;
  at: Date;
}

type Row = Omit<Stored, 'limits'> & Limits;

/** The overrides of a client that apply at a time. */
export async function readStored(db: Queries, clientId: string, at: Date): Promise<Stored[]> {
  const rows = await db.rows<Row>(sql`
    select o.kind, o.max_accounts as max, o.per_operation as "perOperation", o.per_day as "perDay", o.per_month as "perMonth",
           o.until::text as until, o.reason, s.full_name as by, o.set_at as at
    from client_override o left join person s on s.id = o.set_by where o.client_id = ${clientId} and ${countsAt(at)}`);
  return rows.map(({ perOperation, perDay, perMonth, ...row }) => ({
    ...row,
    limits: { perOperation, perDay, perMonth },
  }));
}

interface Setting extends Override {
  clientId: string;
  setBy: string;
  at: Date;
  /** The request that another person approved; null for what allows no more. */
  approvalRequestId: string | null;
}

/** Sets it in place of the former value, with the client locked. */
export async function storeOverride(tx: Tx, of: Setting): Promise<void> {
  const { clientId, kind, limits, max, until, reason, setBy, at, approvalRequestId } = of;
  const { perOperation, perDay, perMonth } = limits;
  await tx.run(sql`
    insert into client_override (client_id, kind, max_accounts, per_operation, per_day, per_month, until, reason, set_by, set_at, approval_request_id)
    values (${clientId}, ${kind}, ${max}, ${perOperation}, ${perDay}, ${perMonth}, ${until}, ${reason}, ${setBy}, ${at}, ${approvalRequestId})
    on conflict (client_id, kind) do update
    set max_accounts = excluded.max_accounts, per_operation = excluded.per_operation, per_day = excluded.per_day,
        per_month = excluded.per_month, until = excluded.until, reason = excluded.reason, set_by = excluded.set_by,
        set_at = excluded.set_at, approval_request_id = excluded.approval_request_id`);
}

/**
 * Applies the operator's rule again, with the client locked.
 * @returns whether anything else applied
 */
export async function dropOverride(tx: Tx, of: { clientId: string; kind: OverrideKind; at: Date }): Promise<boolean> {
  const { clientId, kind, at } = of;
  return (
    (await tx.run(sql`
      delete from client_override o where o.client_id = ${clientId} and o.kind = ${kind} and ${countsAt(at)}`)) > 0
  );
}

/** Whether it allows the client more, as the database computes it; null is the operator's rule. */
export async function loosens(
  tx: Tx,
  of: { clientId: string; kind: OverrideKind; at: Date },
  input: Pick<Override, 'limits' | 'max' | 'until'> | null,
): Promise<boolean> {
  const { clientId, kind, at } = of;
  const limits = input
    ? sql`limits_of(${kind}, ${input.max}, ${input.limits.perOperation}, ${input.limits.perDay}, ${input.limits.perMonth})`
    : sql`null::bigint[]`;
  const { more } = await tx.one<{ more: boolean }>(sql`
    select override_loosens(${clientId}, ${kind}, ${limits}, ${input?.until ?? null}::date, ${at}) as more`);
  return more;
}

/** As an approval request stores it; null is the operator's rule. */
export const inJson = (input: Override | null): Sql =>
  input
    ? sql`limits_value(${input.max}, ${input.limits.perOperation}, ${input.limits.perDay}, ${input.limits.perMonth}, ${input.until})`
    : sql`'null'::jsonb`;

export function fromJson(kind: OverrideKind, reason: string, value: unknown): Override | null {
  if (value === null) return null;
  const { max, per_operation, per_day, per_month, until } = value as StoredJson;
  const cents = (one: number | null) => (one === null ? null : BigInt(one));
  const limits = { perOperation: cents(per_operation), perDay: cents(per_day), perMonth: cents(per_month) };
  return { kind, reason, limits, max: max, until };
}

interface StoredJson {
  max: number | null;
  per_operation: number | null;
  per_day: number | null;
  per_month: number | null;
  until: string | null;
}

/**
 * As the audit log stores it: in dollars for each operation, day and month, `–` for no limit and for the operator's
 * rule.
 */
export function inWords(of: Pick<Override, 'kind' | 'limits' | 'max' | 'until'> | null | undefined): string {
  if (!of) return '–';
  const { per_operation, per_day, per_month } = inDollars(of.limits);
  const values = of.kind === 'trading_accounts' ? [of.max] : [per_operation, per_day, per_month];
  return [values.map((value) => value ?? '–').join(' / '), ...(of.until ? [of.until] : [])].join(' · ');
}

export function inDollars({ perOperation, perDay, perMonth }: Limits) {
  const usd = (cents: bigint | null) => (cents === null ? null : toDecimal(cents, 'USD'));
  return { per_operation: usd(perOperation), per_day: usd(perDay), per_month: usd(perMonth) };
}

/** Serialises calls that count what the client has done with those that change what the client may do. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.run(sql`select from person where id = ${clientId} for no key update`);
