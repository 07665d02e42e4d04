import type { Language } from '#contract/languages.ts';
import { clientLevel } from '#server/platform/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { moneyText } from '#server/platform/money-format.ts';
import { countsAt } from '#server/platform/overrides.ts';
import { refuse } from '#server/platform/refusal.ts';
import { addHours, voidStates } from './rules.ts';
import { readSettings } from './settings.ts';
import { readStop } from './restrictions.ts';

export type Direction = 'deposit' | 'withdrawal';

/** In US cents; null is no limit. */
export interface Limits {
  perOperation: bigint | null;
  perDay: bigint | null;
  perMonth: bigint | null;
}

/**
 * What a client's level allows in one direction, of withdrawals as often as his tier says, or what staff have set for
 * him instead, and what counts against it.
 */
export interface Allowance extends Limits {
  level: number;
  allowed: boolean;
  levelNeeded: number;
  /** The house's own, whatever was set for him. */
  house: Limits;
  isOwn: boolean;
  /** The last day of what was set for him. */
  ownUntil: string | null;
  usedDay: bigint;
  usedMonth: bigint;
}

/** What one level allows a client in one direction. */
export type Right = Pick<Allowance, keyof Limits | 'level' | 'allowed' | 'house' | 'isOwn' | 'ownUntil'>;

type RightRow = Omit<Right, keyof Limits | 'house'> &
  Record<'houseOperation' | 'houseDay' | 'houseMonth' | 'ownOperation' | 'ownDay' | 'ownMonth', bigint | null>;

/** The columns of a right, of `client c`, `payment_right r`, the benefits `b` of the tier and what staff have set, `o`. */
function rightColumns(kind: Direction): Sql {
  const widened = (limit: Sql) =>
    kind === 'withdrawal' ? sql`floor(${limit} * b.withdrawal_limit_factor)::bigint` : limit;
  return sql`
    r.level, r.allowed, ${widened(sql`r.per_operation`)} as "houseOperation", ${widened(sql`r.per_day`)} as "houseDay",
    ${widened(sql`r.per_month`)} as "houseMonth",
    o.per_operation as "ownOperation", o.per_day as "ownDay", o.per_month as "ownMonth",
    o.client_id is not null as "isOwn", o.until::text as "ownUntil"`;
}

const rightsOf = (clientId: string, kind: Direction, at: Date): Sql => sql`
  client c join client_benefit b on b.client_id = c.id join payment_right r on r.kind = ${kind}
  left join client_override o on o.client_id = c.id and o.kind = ${kind} and ${countsAt(at)}
  where c.id = ${clientId}`;

function rightOf(row: RightRow): Right {
  const { houseOperation, houseDay, houseMonth, ownOperation, ownDay, ownMonth, ...rest } = row;
  const house = { perOperation: houseOperation, perDay: houseDay, perMonth: houseMonth };
  const own = { perOperation: ownOperation, perDay: ownDay, perMonth: ownMonth };
  return { ...rest, house, ...(row.isOwn ? own : house) };
}

/** What each level would allow this client, the lowest first: by their tier, and by what staff have set for them. */
export async function readRights(
  db: Queries,
  { clientId, kind, at }: { clientId: string; kind: Direction; at: Date },
): Promise<Right[]> {
  const rows = await db.rows<RightRow>(
    sql`select ${rightColumns(kind)} from ${rightsOf(clientId, kind, at)} order by r.level`,
  );
  return rows.map(rightOf);
}

/**
 * Reads it as it stands; whoever decides by it holds the client's lock. `except` is a payment that does not count, being
 * the one that is decided.
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
  const row = await db.one<RightRow & Pick<Allowance, 'usedDay' | 'usedMonth' | 'levelNeeded'>>(sql`
    select ${rightColumns(kind)}, ${used(addHours(at, -24))} as "usedDay", ${used(addHours(at, -30 * 24))} as "usedMonth",
           (select min(level) from payment_right where kind = ${kind} and allowed) as "levelNeeded"
    from ${rightsOf(clientId, kind, at)} and r.level = ${clientLevel}`);
  const { usedDay, usedMonth, levelNeeded, ...right } = row;
  return { ...rightOf(right), usedDay, usedMonth, levelNeeded };
}

/** What the limits still allow, in US cents; null where there is no limit. */
export function leftOf({ allowed, perOperation, perDay, perMonth, usedDay, usedMonth }: Allowance): bigint | null {
  if (!allowed) return 0n;
  const left = [perOperation, perDay && perDay - usedDay, perMonth && perMonth - usedMonth].filter(
    (each) => each !== null,
  );
  return left.reduce<bigint | null>((least, each) => {
    const room = each > 0n ? each : 0n;
    return least === null || room < least ? room : least;
  }, null);
}

/** The same at this moment: nothing while these payments are stopped, or rest after a change of the profile. */
export async function readLeftNow(
  db: Queries,
  of: { clientId: string; kind: Direction; at: Date },
): Promise<bigint | null> {
  if (await readStop(db, of)) return 0n;
  if (of.kind === 'withdrawal' && (await restingUntil(db, of.clientId, of.at))) return 0n;
  return leftOf(await readAllowance(db, of));
}

/**
 * Refuses what the client's level does not allow, and a withdrawal that rests. Call it with the client locked, so that
 * no two count the same room.
 * @throws Refusal `payments.level`, `payments.blocked_after_change`, `payments.limit_operation`, `payments.limit_day`,
 * `payments.limit_month`
 */
export async function checkAllowance(
  tx: Queries,
  language: Language,
  of: { clientId: string; kind: Direction; at: Date; usdMinor: bigint; except?: string },
): Promise<void> {
  const allowance = await readAllowance(tx, of);
  checkLevel(of.kind, allowance);
  if (of.kind === 'withdrawal') await checkRest(tx, of.clientId, of.at);
  checkLimits(language, allowance, of.usdMinor);
}

function checkLevel(kind: Direction, { allowed, level, levelNeeded }: Allowance): void {
  if (!allowed) throw refuse('payments.level', { kind, needed: levelNeeded, level });
}

function checkLimits(language: Language, allowance: Allowance, usdMinor: bigint): void {
  const { perOperation, perDay, perMonth, usedDay, usedMonth } = allowance;
  const say = (amount: bigint) => moneyText(language, amount > 0n ? amount : 0n, 'USD');
  if (perOperation !== null && usdMinor > perOperation) {
    throw refuse('payments.limit_operation', { limit: say(perOperation) });
  }
  if (perDay !== null && usedDay + usdMinor > perDay) {
    throw refuse('payments.limit_day', { limit: say(perDay), left: say(perDay - usedDay) });
  }
  if (perMonth !== null && usedMonth + usdMinor > perMonth) {
    throw refuse('payments.limit_month', { limit: say(perMonth), left: say(perMonth - usedMonth) });
  }
}

/**
 * Until when withdrawals rest after a change of what protects the profile; null when they don't.
 */
export async function restingUntil(db: Queries, clientId: string, at: Date): Promise<Date | null> {
  const { withdrawalRestHours } = await readSettings(db);
  const { changedAt } = await db.one<{ changedAt: Date | null }>(sql`
    select security_changed_at as "changedAt" from client where id = ${clientId}`);
  const until = changedAt && addHours(changedAt, withdrawalRestHours);
  return until && until > at ? until : null;
}

async function checkRest(tx: Queries, clientId: string, at: Date): Promise<void> {
  const until = await restingUntil(tx, clientId, at);
  if (!until) return;
  const hours = Math.ceil((until.getTime() - at.getTime()) / 3_600_000);
  throw refuse('payments.blocked_after_change', { hours });
}
