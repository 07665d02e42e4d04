import type { StaffOffering } from '#contract/ipo/staff-records.ts';
import type { IpoApprovalAction } from '#contract/ipo/staff-names.ts';
import type { OfferingState } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { patternOf } from '#server/platform/db/pattern.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { nextOf, type Times } from '../lifecycle/next-state.ts';
import { stepOf } from './actions/allowed-actions.ts';

/** The filters of the list for staff. */
export interface OfferingFilters {
  state?: OfferingState | undefined;
  view: 'all' | 'live' | 'waiting';
  search?: string | undefined;
}

interface Row extends Times, Pick<StaffOffering, 'issuer' | 'ticker' | 'exchange' | 'currency' | 'mode'> {
  id: string;
  quota: bigint;
  applicants: number;
  requested: number;
  heldMinor: bigint;
  waits: boolean;
  requestedAction: IpoApprovalAction | null;
  isMine: boolean;
  updatedAt: Date;
}

/** The screen shows at most this many. */
const listed = 500;

const live = sql`o.state not in ('draft', 'archived', 'withdrawn', 'unlocked')`;
/** A person has to price, allot, list, decide, or resume it. */
const waiting = sql`(
  o.state in ('closed', 'priced', 'allotting', 'postponed') and not exists (select from ipo_allotment f where f.offering_id = o.id)
  or o.state = 'allotted' and o.settled_at is not null
  or exists (select from approval_request w where w.offering_id = o.id and w.state = 'open'))`;

const views: Record<OfferingFilters['view'], Sql> = { all: sql`true`, live, waiting };

/** All offerings: first those with the soonest deadline, then those that changed last. */
export async function listStaffOfferings(
  app: App,
  me: Pick<Person, 'id'>,
  { state, view, search }: OfferingFilters,
  limit = listed,
) {
  const rows = await app.db.rows<Row>(sql`
    select o.id, o.issuer, o.ticker, o.exchange, o.currency, o.mode, o.state, o.quota, o.opens_at as "opensAt", o.closes_at as "closesAt",
           o.confirm_until as "confirmUntil", o.lock_up_ends_at as "lockUpEndsAt", o.updated_at as "updatedAt",
           book.applicants, book.requested, book.held as "heldMinor", ${waiting} as waits, p.action as "requestedAction", coalesce(p.author_id = ${me.id}, false) as "isMine"
    from ipo_offering o
    left join approval_request p on p.offering_id = o.id and p.state = 'open'
    cross join lateral (
      select coalesce(sum(d.applicants), 0)::int as applicants, coalesce(sum(d.requested), 0)::float8 as requested,
             coalesce(sum(d.held), 0)::bigint as held
      from ipo_demand d where d.offering_id = o.id) book
    where ${views[view]} and (${state ?? null}::text is null or o.state = ${state ?? null})
      and concat_ws(' ', o.issuer, o.ticker, o.exchange) ilike ${patternOf(search ?? '')}
    order by case o.state when 'announced' then o.opens_at when 'open' then o.closes_at when 'reconfirming' then o.confirm_until
             when 'listed' then o.lock_up_ends_at end nulls last, o.updated_at desc, o.id
    limit ${limit}`);
  const totals = await app.db.one<{ live: number; waiting: number }>(sql`
    select (count(*) filter (where ${live}))::int as live, (count(*) filter (where ${waiting}))::int as waiting from ipo_offering o`);
  return { offerings: rows.map(shown), totals };
}

function shown(row: Row): StaffOffering {
  const { id, issuer, ticker, exchange, currency, mode, state, applicants, requested, requestedAction, isMine } = row;
  return {
    stock_id: id,
    issuer,
    ticker,
    exchange,
    currency,
    mode,
    state,
    applicants,
    requested,
    quota: Number(row.quota),
    held: toDecimal(row.heldMinor, currency),
    next: nextOf(row),
    waits_for: row.waits ? stepOf({ state, mode, isEmpty: row.heldMinor === 0n }, requestedAction) : null,
    approval_request: requestedAction === null ? null : { action: requestedAction, mine: isMine },
    updated_at: row.updatedAt.toISOString(),
  };
}
