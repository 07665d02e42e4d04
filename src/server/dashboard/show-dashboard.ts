import { figureNames, moneyWatchers, watchersOf, workOf } from '#contract/dashboard/names.ts';
import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { hasEmailServer } from '#server/platform/email/email-server.ts';
import type { Person } from '#server/platform/session/session.ts';
import { countFunnel, countPeople, countRegistrations } from './count-people.ts';
import { countFirstDeposits, countTraders, sumVolume } from './count-traders.ts';
import { countWork } from './count-work.ts';
import { periodOf, type Asked, type Period } from './period.ts';
import { sumMoney } from './sum-money.ts';
import { timeAnswers } from './time-answers.ts';

type Counted = Omit<Dashboard, 'lacks_email'>;

/** Figures are shared for this long; they carry the time of the count. */
const ttlMs = 30_000;
/** Periods that are kept at once; of more, the one that was counted first is counted again. */
const keptPeriods = 20;

/** The figures for a member of staff. One count serves all calls for a period within half a minute. */
export function openDashboard(app: App): (me: Pick<Person, 'roles'>, asked: Asked) => Promise<Dashboard> {
  const stored = new Map<string, { at: number; counted: Promise<Counted> }>();
  return async (me, asked) => {
    const now = app.clock.now();
    const period = periodOf(asked, now);
    const key = `${period.from} ${period.last}`;
    let found = stored.get(key);
    if (!found || Math.abs(now.getTime() - found.at) > ttlMs) {
      const fresh = { at: now.getTime(), counted: countAll(app, period) };
      stored.delete(key);
      stored.set(key, fresh);
      const [oldest] = stored.keys();
      if (stored.size > keptPeriods && oldest !== undefined) stored.delete(oldest);
      // After a failed count the next caller counts again.
      fresh.counted.catch(() => stored.get(key) === fresh && stored.delete(key));
      found = fresh;
    }
    const lacksEmail = me.roles.includes('admin') && !app.config.demo && !hasEmailServer(app);
    return { ...within(await found.counted, me.roles), lacks_email: lacksEmail };
  };
}

/** The part of the figures that the roles may see. */
function within(counted: Counted, roles: readonly Role[]): Counted {
  const isOf = (allowed: readonly Role[]) => allowed.some((role) => roles.includes(role));
  return {
    ...counted,
    figures: counted.figures.filter(({ name }) => isOf(watchersOf[name])),
    money: isOf(moneyWatchers) ? counted.money : null,
    work: counted.work.filter(({ kind }) => isOf(workOf[kind])),
  };
}

/** What is read through the seal of the ledger, in one moment of it. */
export const countBooks = ({ db }: Pick<App, 'db'>, period: Period) =>
  db.snapshot(async (tx) => {
    const { seal } = await tx.one<{ seal: bigint }>(sql`select posting_id as seal from ledger_seal`);
    const { money, figures, usd } = await sumMoney(tx, seal, period);
    const traders = await countTraders(tx, seal, period);
    const firstDeposits = await countFirstDeposits(tx, seal, period);
    const volume = await sumVolume(tx, period, usd);
    const funnel = await countFunnel(tx, seal, period);
    return { money, funnel, figures: [...figures, traders, firstDeposits, volume] };
  });

async function countAll(app: App, period: Period): Promise<Counted> {
  const { now, days, daysBefore } = period;
  const [people, books, registrations, answers, work, offerings] = await Promise.all([
    countPeople(app, period),
    countBooks(app, period),
    countRegistrations(app, period),
    timeAnswers(app, period),
    countWork(app, now),
    readOfferings(app),
  ]);
  const figures = [...books.figures, registrations, answers].toSorted(
    (a, b) => figureNames.indexOf(a.name) - figureNames.indexOf(b.name),
  );
  const { money, funnel } = books;
  return { at: now.toISOString(), days, days_before: daysBefore, people, figures, funnel, money, work, offerings };
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
