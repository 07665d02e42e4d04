import { moneyWatchers, workOf } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hasEmailServer } from '#server/platform/email/email-server.ts';
import type { Person } from '#server/platform/session/session.ts';
import { countFunnel, countPeople } from './count-people.ts';
import { countWork } from './count-work.ts';
import { spanUntil } from './span.ts';
import { sumMoney } from './sum-money.ts';

type Figures = Omit<Dashboard, 'lacks_email'>;

/** Figures are shared for this long; they carry the time of the count. */
const ttlMs = 30_000;

/** The figures for a member of staff. One count serves all calls within half a minute. */
export function openDashboard(app: App): (me: Pick<Person, 'roles'>) => Promise<Dashboard> {
  let stored: { at: number; figures: Promise<Figures> } | undefined;
  return async (me) => {
    const now = app.clock.now().getTime();
    if (!stored || Math.abs(now - stored.at) > ttlMs) {
      const fresh = { at: now, figures: countAll(app) };
      // After a failed count the next caller counts again.
      fresh.figures.catch(() => stored === fresh && (stored = undefined));
      stored = fresh;
    }
    const lacksEmail = me.roles.includes('admin') && !app.config.demo && !hasEmailServer(app);
    return { ...within(await stored.figures, me.roles), lacks_email: lacksEmail };
  };
}

/** The part of the figures that the roles may see. */
function within(figures: Figures, roles: readonly Role[]): Figures {
  const isOf = (allowed: readonly Role[]) => allowed.some((role) => roles.includes(role));
  return {
    ...figures,
    money: isOf(moneyWatchers) ? figures.money : null,
    work: figures.work.filter(({ kind }) => isOf(workOf[kind])),
  };
}

async function countAll(app: App): Promise<Figures> {
  const span = spanUntil(app.clock.now());
  const [people, funnel, money, work, offerings] = await Promise.all([
    countPeople(app, span),
    countFunnel(app, span),
    sumMoney(app, span),
    countWork(app, span),
    readOfferings(app),
  ]);
  return { at: span.now.toISOString(), people, funnel, money, work, offerings };
}

interface OfferingRow {
  stock_id: string;
  issuer: string;
  applications: number;
  demand_percent: string;
  closesAt: Date;
}

/** Offerings that take applications. */
export async function readOfferings({ db }: App): Promise<Dashboard['offerings']> {
  const rows = await db.rows<OfferingRow>(sql`
    select o.id as stock_id, o.issuer, count(a.id)::int as applications,
           trunc(coalesce(sum(a.quantity), 0) * 100 / o.quota, 1)::text as demand_percent, o.closes_at as "closesAt"
    from ipo_offering o
    left join ipo_application a on a.offering_id = o.id and a.state not in ('cancelled', 'rejected', 'expired')
    where o.state = 'open' group by o.id order by o.closes_at, o.id`);
  return rows.map(({ closesAt, ...row }) => ({ ...row, closes_at: closesAt.toISOString() }));
}
