import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { countsAt } from '#server/platform/people/overrides.ts';
import { refuse } from '#server/platform/refusal.ts';
import { addHours, voidStates } from './rules.ts';
import { readSettings } from './settings.ts';
import { readRestriction } from './restrictions.ts';

export type Direction = 'deposit' | 'withdrawal';

/** In US cents; null is no limit. */
export interface Limits {
  perOperation: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
}

/**
 * What a client's level allows in one direction, or what staff have set for the client instead, and what is used of it.
 * The client's tier sets how many withdrawals are allowed.
 */
export interface Allowance extends Limits {
  level: number;
  allowed: boolean;
  levelNeeded: number;
  /** The general settings, without the client's own. */
  settings: Limits;
  isOwn: boolean;
  /** The last day of the client's own limits. */
  ownUntil: string | null;
  usedDay: bigint;
  usedMonth: bigint;
}

/** What one level allows a client in one direction. */
export type PaymentLimit = Pick<Allowance, keyof Limits | 'level' | 'allowed' | 'settings' | 'isOwn' | 'ownUntil'>;

type PaymentLimitRow = Omit<PaymentLimit, keyof Limits | 'settings'> &
  Record<'defaultOperation' | 'defaultDay' | 'defaultMonth' | 'ownOperation' | 'ownDay' | 'ownMonth', bigint | null>;

/** The columns of a right, of `client c`, `payment_limit r`, the benefits `b` of the tier and what staff have set, `o`. */
function limitColumns(kind: Direction): Sql {
  const widened = (limit: Sql) =>
    kind === 'withdrawal' ? sql`floor(${limit} * b.withdrawal_limit_factor)::bigint` : limit;
  return sql`
    r.level, r.allowed, ${widened(sql`r.per_operation`)} as "defaultOperation", ${widened(sql`r.per_day`)} as "defaultDay",
    ${widened(sql`r.per_month`)} as "defaultMonth",
    o.per_operation as "ownOperation", o.per_day as "ownDay", o.per_month as "ownMonth",
    o.client_id is not null as "isOwn", o.until::text as "ownUntil"`;
}

const limitsOf = (clientId: string, kind: Direction, at: Date): Sql => sql`
  person c join client_benefit b on b.client_id = c.id join payment_limit r on r.kind = ${kind}
  left join client_override o on o.client_id = c.id and o.kind = ${kind} and ${countsAt(at)}
  where c.id = ${clientId}`;

function limitOf(row: PaymentLimitRow): PaymentLimit {
  const { defaultOperation, defaultDay, defaultMonth, ownOperation, ownDay, ownMonth, ...rest } = row;
  const settings = { perOperation: defaultOperation, perDay: defaultDay, perMonth: defaultMonth };
  const own = { perOperation: ownOperation, perDay: ownDay, perMonth: ownMonth };
  return { ...rest, settings, ...(row.isOwn ? own : settings) };
}

/** What each level would allow this client, the lowest first: by their tier, and by what staff have set for them. */
export async function readPaymentLimits(
  db: Queries,
  { clientId, kind, at }: { clientId: string; kind: Direction; at: Date },
): Promise<PaymentLimit[]> {
  const rows = await db.rows<PaymentLimitRow>(
    sql`select ${limitColumns(kind)} from ${limitsOf(clientId, kind, at)} order by r.level`,
  );
  return rows.map(limitOf);
}

/**
 * Reads the allowance without a lock: a caller that decides by it holds the client's lock. `except` is a payment that
 * does not count, being the one that is decided.
 */
export async function readAllowance(
  db: Queries,
  of: { clientId: string; kind: Direction; at: Date; except?: string },
): Promise<Allowance> {
  const { clientId, kind, at, except = null } = of;
  const used = (since: Date) => sql`
    (select coalesce(sum(p.usd), 0)::bigint from payment p
     where p.client_id = c.id and p.kind = ${kind} and p.counted_at > ${since} and p.state <> all(${voidStates}::text[])
       and p.id is distinct from ${except}::uuid)`;
  const row = await db.one<PaymentLimitRow & Pick<Allowance, 'usedDay' | 'usedMonth' | 'levelNeeded'>>(sql`
    select ${limitColumns(kind)}, ${used(addHours(at, -24))} as "usedDay", ${used(addHours(at, -30 * 24))} as "usedMonth",
           (select min(level) from payment_limit where kind = ${kind} and allowed) as "levelNeeded"
    from ${limitsOf(clientId, kind, at)} and r.level = ${clientLevel}`);
  const { usedDay, usedMonth, levelNeeded, ...limit } = row;
  return { ...limitOf(limit), usedDay, usedMonth, levelNeeded };
}

/** What the limits still allow, in US cents; null where there is no limit. */
export function leftOf({ allowed, perOperation, perDay, perMonth, usedDay, usedMonth }: Allowance): bigint | null {
  if (!allowed) return 0n;
  const left = [perOperation, perDay && perDay - usedDay, perMonth && perMonth - usedMonth].filter(
    (each) => each !== null,
  );
  return left.reduce<bigint | null>((min, each) => {
    const room = each > 0n ? each : 0n;
    return min === null || room < min ? room : min;
  }, null);
}

/**
 * The same at this moment: nothing while these payments are restricted, or in the cooling-off period after a change of
 * the profile.
 */
export async function readLeftNow(
  db: Queries,
  of: { clientId: string; kind: Direction; at: Date },
): Promise<bigint | null> {
  if (await readRestriction(db, of)) return 0n;
  if (of.kind === 'withdrawal' && (await coolingOffUntil(db, of.clientId, of.at))) return 0n;
  return leftOf(await readAllowance(db, of));
}

/**
 * Refuses what the client's level does not allow, and a withdrawal in its cooling-off period. Call it with the client
 * locked, so that two payments cannot use the same part of a limit.
 * @throws Refusal `payments.level`, `payments.blocked_after_change`, `payments.limit_operation`, `payments.limit_day`,
 * `payments.limit_month`
 */
export async function checkAllowance(
  tx: Queries,
  of: { clientId: string; kind: Direction; at: Date; usdMinor: bigint; except?: string },
): Promise<void> {
  const [allowance, until] = await Promise.all([
    readAllowance(tx, of),
    of.kind === 'withdrawal' ? coolingOffUntil(tx, of.clientId, of.at) : null,
  ]);
  checkLevel(of.kind, allowance);
  if (until) throw coolingOff(until, of.at);
  checkLimits(allowance, of.usdMinor);
}

function checkLevel(kind: Direction, { allowed, level, levelNeeded }: Allowance): void {
  if (!allowed) throw refuse('payments.level', { kind, needed: levelNeeded, level });
}

function checkLimits(allowance: Allowance, usdMinor: bigint): void {
  const { perOperation, perDay, perMonth, usedDay, usedMonth } = allowance;
  const send = (amount: bigint) => amountWritten(amount > 0n ? amount : 0n, 'USD');
  if (perOperation !== null && usdMinor > perOperation) {
    throw refuse('payments.limit_operation', { limit: send(perOperation) });
  }
  if (perDay !== null && usedDay + usdMinor > perDay) {
    throw refuse('payments.limit_day', { limit: send(perDay), left: send(perDay - usedDay) });
  }
  if (perMonth !== null && usedMonth + usdMinor > perMonth) {
    throw refuse('payments.limit_month', { limit: send(perMonth), left: send(perMonth - usedMonth) });
  }
}

/**
 * Until when withdrawals are in the cooling-off period after a change of what protects the profile; null when they are
 * not.
 */
export async function coolingOffUntil(db: Queries, clientId: string, at: Date): Promise<Date | null> {
  const [{ withdrawalCoolingOffHours }, { changedAt }] = await Promise.all([
    readSettings(db),
    db.one<{ changedAt: Date | null }>(sql`
      select security_changed_at as "changedAt" from person where id = ${clientId}`),
  ]);
  const until = changedAt && addHours(changedAt, withdrawalCoolingOffHours);
  return until && until > at ? until : null;
}

const coolingOff = (until: Date, at: Date) =>
  refuse('payments.blocked_after_change', { hours: Math.ceil((until.getTime() - at.getTime()) / 3_600_000) });
