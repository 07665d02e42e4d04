import type { OfferingState } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { holdsFirst, mayExpire } from './expiring-holds.ts';

/** A step of the clock: an offering in `from` that is due goes to `to`. */
interface Step {
  from: OfferingState;
  to: OfferingState;
  /** Of an offering `o`, at `now`. */
  due: (now: Date) => Sql;
}

const none = (states: Sql) => sql`not exists (
  select from ipo_application a where a.offering_id = o.id and a.state in (${states}))`;

/** In the order of an offering's life, so that one whose times have all passed takes several steps at once. */
const steps: Step[] = [
  { from: 'announced', to: 'open', due: (now) => sql`o.opens_at <= ${now}` },
  { from: 'open', to: 'closed', due: (now) => sql`o.closes_at <= ${now}` },
  {
    from: 'reconfirming',
    to: 'allotting',
    // Applications without confirmation have left the book by then.
    due: (now) => sql`o.confirm_until <= ${now} and ${none(sql`'submitted', 'amended', 'reconfirm_required'`)}`,
  },
  {
    from: 'listed',
    to: 'unlocked',
    due: (now) => sql`o.lock_up_ends_at <= ${now} and ${none(sql`'settled', 'in_lock_up'`)}`,
  },
];

/** The next time that a step, or an application, waits for; one that has passed means that there is more to do. */
export async function nextDeadline({ db }: App): Promise<Date | null> {
  const { next } = await db.one<{ next: Date | null }>(sql`
    select least(
      (select min(case o.state when 'announced' then o.opens_at when 'open' then o.closes_at
                               when 'reconfirming' then o.confirm_until else o.lock_up_ends_at end)
       from ipo_offering o where o.state in ('announced', 'open', 'reconfirming', 'listed')),
      (select h.expires_at from ${holdsFirst} where ${mayExpire} order by h.expires_at limit 1)) as next`);
  return next;
}

/** Moves every offering through the steps that are due. The state in the statement makes each step happen once. */
export async function advanceOfferings(app: App): Promise<void> {
  const now = app.clock.now();
  for (const { from, to, due } of steps) {
    const any = await app.db.maybeOne(sql`select from ipo_offering o where o.state = ${from} and ${due(now)} limit 1`);
    if (any) await app.db.tx((tx) => takeStep(app, tx, { from, to, due }, now));
  }
}

async function takeStep(app: App, tx: Tx, { from, to, due }: Step, now: Date): Promise<void> {
  const moved = await tx.rows<{ id: string }>(sql`
    update ipo_offering o set state = ${to}, updated_at = ${now} where o.state = ${from} and ${due(now)} returning o.id`);
  await app.outbox.emitEach(
    tx,
    'ipo.offering_changed',
    moved.map(({ id }) => ({ offeringId: id, state: to })),
  );
}
