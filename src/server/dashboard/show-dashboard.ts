import { moneyWatchers, workOf } from '#contract/dashboard-names.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { Role } from '#contract/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hasMailServer } from '#server/platform/email/email-server.ts';
import type { Client } from '#server/platform/session.ts';
import { countFunnel, countPeople } from './count-people.ts';
import { countWork } from './count-work.ts';
import { spanUntil } from './span.ts';
import { sumMoney } from './sum-money.ts';

type Figures = Omit<Dashboard, 'lacks_mail'>;

/** So long figures serve everybody; they say when they were counted. */
const keptMs = 30_000;

/** The figures for one of the staff. They are counted once for all who look within half a minute. */
export function openDashboard(app: App): (me: Pick<Client, 'roles'>) => Promise<Dashboard> {
  let kept: { at: number; figures: Promise<Figures> } | undefined;
  return async (me) => {
    const now = app.clock.now().getTime();
    if (!kept || Math.abs(now - kept.at) > keptMs) {
      const fresh = { at: now, figures: countAll(app) };
      // What could not be counted is counted anew by whoever asks next.
      fresh.figures.catch(() => kept === fresh && (kept = undefined));
      kept = fresh;
    }
    const lacksMail = me.roles.includes('admin') && !app.config.demo && !hasMailServer(app);
    return { ...within(await kept.figures, me.roles), lacks_mail: lacksMail };
  };
}

/** As much of it as somebody's roles go. */
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
