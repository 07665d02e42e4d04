import { toDecimal } from '#contract/money.ts';
import type { OverrideKind } from '#contract/override-names.ts';
import type { Limits } from '#server/payments/limits.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { countsAt } from '#server/platform/overrides.ts';

/** What is set for one client, or would be. */
export interface Override {
  kind: OverrideKind;
  limits: Limits;
  most: number | null;
  until: string | null;
  reason: string;
}

export interface Kept extends Override {
  by: string | null;
  at: Date;
}

type Row = Omit<Kept, 'limits'> & Limits;

/** What was set for a client and counts at a time. */
export async function readKept(db: Queries, clientId: string, at: Date): Promise<Kept[]> {
  const rows = await db.rows<Row>(sql`
    select o.kind, o.most_accounts as most, o.per_operation as "perOperation", o.per_day as "perDay", o.per_month as "perMonth",
           o.until::text as until, o.reason, s.first_name || ' ' || s.second_name as by, o.set_at as at
    from client_override o left join client s on s.id = o.set_by where o.client_id = ${clientId} and ${countsAt(at)}`);
  return rows.map(({ perOperation, perDay, perMonth, ...row }) => ({
    ...row,
    limits: { perOperation, perDay, perMonth },
  }));
}

interface Setting extends Override {
  clientId: string;
  setBy: string;
  at: Date;
  /** That somebody else has confirmed; null for what lets no more through. */
  proposalId: string | null;
}

/** Sets it instead of what held, with the client locked. */
export async function keepOverride(tx: Tx, of: Setting): Promise<void> {
  const { clientId, kind, limits, most, until, reason, setBy, at, proposalId } = of;
  const { perOperation, perDay, perMonth } = limits;
  await tx.run(sql`
    insert into client_override (client_id, kind, most_accounts, per_operation, per_day, per_month, until, reason, set_by, set_at, proposal_id)
    values (${clientId}, ${kind}, ${most}, ${perOperation}, ${perDay}, ${perMonth}, ${until}, ${reason}, ${setBy}, ${at}, ${proposalId})
    on conflict (client_id, kind) do update
    set most_accounts = excluded.most_accounts, per_operation = excluded.per_operation, per_day = excluded.per_day,
        per_month = excluded.per_month, until = excluded.until, reason = excluded.reason, set_by = excluded.set_by,
        set_at = excluded.set_at, proposal_id = excluded.proposal_id`);
}

/** Lets the house's rule hold again, with the client locked. @returns whether anything else held */
export async function dropOverride(tx: Tx, of: { clientId: string; kind: OverrideKind; at: Date }): Promise<boolean> {
  const { clientId, kind, at } = of;
  return (
    (await tx.run(sql`
      delete from client_override o where o.client_id = ${clientId} and o.kind = ${kind} and ${countsAt(at)}`)) > 0
  );
}

/** Whether a client may do more by it, as the database reckons it; null is the house's rule again. */
export async function loosens(
  tx: Tx,
  of: { clientId: string; kind: OverrideKind; at: Date },
  wish: Pick<Override, 'limits' | 'most' | 'until'> | null,
): Promise<boolean> {
  const { clientId, kind, at } = of;
  const limits = wish
    ? sql`limits_of(${kind}, ${wish.most}, ${wish.limits.perOperation}, ${wish.limits.perDay}, ${wish.limits.perMonth})`
    : sql`null::bigint[]`;
  const { more } = await tx.one<{ more: boolean }>(sql`
    select override_loosens(${clientId}, ${kind}, ${limits}, ${wish?.until ?? null}::date, ${at}) as more`);
  return more;
}

/** As a proposal keeps it; null is the house's rule again. */
export const inJson = (wish: Override | null): Sql =>
  wish
    ? sql`limits_value(${wish.most}, ${wish.limits.perOperation}, ${wish.limits.perDay}, ${wish.limits.perMonth}, ${wish.until})`
    : sql`'null'::jsonb`;

export function fromJson(kind: OverrideKind, reason: string, value: unknown): Override | null {
  if (value === null) return null;
  const { most, per_operation, per_day, per_month, until } = value as KeptJson;
  const cents = (one: number | null) => (one === null ? null : BigInt(one));
  const limits = { perOperation: cents(per_operation), perDay: cents(per_day), perMonth: cents(per_month) };
  return { kind, reason, limits, most, until };
}

interface KeptJson {
  most: number | null;
  per_operation: number | null;
  per_day: number | null;
  per_month: number | null;
  until: string | null;
}

/** As the audit log keeps it: in dollars each time, in a day and in a month, `–` for no limit and for the house's rule. */
export function inWords(of: Pick<Override, 'kind' | 'limits' | 'most' | 'until'> | null | undefined): string {
  if (!of) return '–';
  const { per_operation, per_day, per_month } = inDollars(of.limits);
  const values = of.kind === 'trading_accounts' ? [of.most] : [per_operation, per_day, per_month];
  return [values.map((value) => value ?? '–').join(' / '), ...(of.until ? [of.until] : [])].join(' · ');
}

export function inDollars({ perOperation, perDay, perMonth }: Limits) {
  const usd = (cents: bigint | null) => (cents === null ? null : toDecimal(cents, 'USD'));
  return { per_operation: usd(perOperation), per_day: usd(perDay), per_month: usd(perMonth) };
}

/** Whoever counts what the client has done, or changes what he may, waits for the others. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.run(sql`select from client where id = ${clientId} for no key update`);
