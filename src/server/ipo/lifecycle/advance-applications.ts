import type { ApplicationEnd } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import { advanceOfferings, nextDeadline } from './advance-offerings.ts';
import { holdsFirst, mayExpire, waiting } from './expiring-holds.ts';
import { endApplications, type Held, recordStatuses } from './end-applications.ts';

/** Small enough that a client hardly waits for the wallet. */
const chunkSize = 200;

/** Applications `a` of offerings `o` for which something is due, and what is done with them. */
interface Step {
  /** Where they are searched, from offerings on unless given. */
  from?: Sql;
  which: (now: Date) => Sql;
  /** What is locked besides the application, so that the condition is still true when the step is taken. */
  locking?: Sql;
  action: (app: App, tx: Tx, chunk: Held[]) => Promise<void>;
}

const cancel =
  (reason: ApplicationEnd): Step['action'] =>
  (app, tx, chunk) =>
    endApplications(app, tx, chunk, { state: 'cancelled', reason });

const offeringsFirst = sql`ipo_offering o join ipo_application a on a.offering_id = o.id`;

const steps: Step[] = [
  { which: () => sql`o.state = 'withdrawn' and ${waiting}`, action: cancel('withdrawn') },
  {
    which: () => sql`o.state = 'postponed' and o.when_postponed = 'release' and ${waiting}`,
    action: cancel('postponed'),
  },
  {
    // The limit is below the price, so a confirmation is not requested.
    which: () => sql`o.state = 'reconfirming' and a.state in ('submitted', 'amended', 'reconfirm_required')
      and a.limit_price_minor < o.final_price_minor`,
    action: cancel('limit_below_price'),
  },
  {
    // Counted for each client from the request on.
    which: (now) => sql`o.state = 'reconfirming' and a.state = 'reconfirm_required' and a.confirm_until <= ${now}`,
    action: cancel('not_reconfirmed'),
  },
  {
    which: () => sql`o.state = 'reconfirming' and a.state in ('submitted', 'amended')`,
    action: requestConfirmation,
  },
  {
    // The date until which the client saw the money held, however the offering stands.
    from: holdsFirst,
    which: (now) => sql`${mayExpire} and h.expires_at <= ${now}`,
    locking: sql`for share of o skip locked for update of h skip locked`,
    action: (app, tx, chunk) =>
      endApplications(app, tx, chunk, { state: 'cancelled', reason: 'hold_expired', holds: 'expired' }),
  },
  { which: () => sql`o.state = 'listed' and a.state = 'settled'`, action: lock },
  {
    which: (now) => sql`o.state = 'listed' and a.state = 'in_lock_up' and o.lock_up_ends_at <= ${now}`,
    action: unlock,
  },
];

/**
 * Does everything that time, or an action of staff, has made due for offerings and applications. The work is derived
 * from their states, and each statement names the state that it starts from: a step happens once, in whatever instance,
 * and the work continues after an interruption.
 * @returns when time makes something due next; null when it does not
 */
export async function advanceApplications(app: App): Promise<Date | null> {
  await advanceOfferings(app);
  if (await isAnyDue(app)) {
    for (const step of steps) await inChunks(app, step);
    await advanceOfferings(app);
  }
  return nextDeadline(app);
}

async function isAnyDue({ db, clock }: App): Promise<boolean> {
  const now = clock.now();
  const due = await db.maybeOne(sql`
    select from (${join(
      steps.map(({ from = offeringsFirst, which }) => sql`(select from ${from} where ${which(now)} limit 1)`),
      ' union all ',
    )}) found limit 1`);
  return due !== undefined;
}

/** Skips rows that a client or another instance has locked: they come in the next run, if they are still due. */
async function inChunks(app: App, { from = offeringsFirst, which, locking = sql``, action }: Step): Promise<void> {
  const due = which(app.clock.now());
  for (;;) {
    const done = await app.db.tx(async (tx) => {
      const chunk = await tx.rows<Held>(sql`
        select a.id, a.client_id as "clientId", a.hold_id as "holdId", coalesce(a.allotted_quantity, a.quantity) as quantity
        from ${from} where ${due} order by a.number limit ${chunkSize} ${locking} for update of a skip locked`);
      if (chunk.length > 0) await action(app, tx, chunk);
      return chunk.length;
    });
    if (done < chunkSize) return;
  }
}

/**
 * The final price is far outside the range: each application must be confirmed, as its client has seen another price.
 * The deadline counts from the request for confirmation, however late that is.
 */
async function requestConfirmation(app: App, tx: Tx, chunk: readonly Held[]): Promise<void> {
  const at = app.clock.now();
  await tx.run(sql`
    update ipo_application a
    set state = 'reconfirm_required', updated_at = ${at},
        confirm_until = greatest(o.confirm_until, ${at}::timestamptz + make_interval(mins => s.confirm_minutes))
    from ipo_offering o, ipo_setting s where o.id = a.offering_id and a.id = any(${chunk.map(({ id }) => id)}::uuid[])`);
  await recordStatuses(tx, chunk, { state: 'reconfirm_required', at });
  await notify(app, tx, chunk, 'reconfirm_required');
}

/** Trading has begun: the shares are locked until the day that the listing has set, or free at once. */
async function lock(app: App, tx: Tx, chunk: readonly Held[]): Promise<void> {
  const at = app.clock.now();
  const ids = chunk.map(({ id }) => id);
  await tx.run(sql`
    update ipo_holding h set tradable_at = o.lock_up_ends_at
    from ipo_offering o where o.id = h.offering_id and h.application_id = any(${ids}::uuid[])`);
  const locked = await tx.rows<{ id: string; state: 'in_lock_up' | 'tradable' }>(sql`
    update ipo_application a set state = case when o.lock_up_days = 0 then 'tradable' else 'in_lock_up' end, updated_at = ${at}
    from ipo_offering o where o.id = a.offering_id and a.id = any(${ids}::uuid[]) returning a.id, a.state`);
  const states = new Map(locked.map(({ id, state }) => [id, state]));
  for (const state of ['in_lock_up', 'tradable'] as const) {
    const of = chunk.filter(({ id }) => states.get(id) === state);
    await recordStatuses(tx, of, { state, at });
    await notify(app, tx, of, state);
  }
}

async function unlock(app: App, tx: Tx, chunk: readonly Held[]): Promise<void> {
  const at = app.clock.now();
  await tx.run(sql`
    update ipo_application set state = 'tradable', updated_at = ${at} where id = any(${chunk.map(({ id }) => id)}::uuid[])`);
  await recordStatuses(tx, chunk, { state: 'tradable', at });
  await notify(app, tx, chunk, 'tradable');
}

const notify = (
  app: App,
  tx: Tx,
  chunk: readonly Held[],
  state: 'reconfirm_required' | 'in_lock_up' | 'tradable',
): Promise<void> =>
  app.outbox.emitEach(
    tx,
    'ipo.application_changed',
    chunk.map(({ id, clientId }) => ({ applicationId: id, clientId, state })),
  );
