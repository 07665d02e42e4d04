import { seedArticles } from '#server/articles/demo-articles.ts';
import { hashPassword } from '#server/auth/password-hash.ts';
import { offeringTimeline } from '#server/ipo/demo-offerings.ts';
import { seedPastRates, seedRates } from '#server/market/demo-rates.ts';
import { openDemoBank } from '#server/payments/demo-payments.ts';
import { tiersOfPast } from '#server/portfolio/demo-tiers.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { openSettings } from '#server/platform/settings.ts';
import { newId } from '#server/platform/id.ts';
import { readValue } from '#server/settings/read-settings.ts';
import { seedConversations } from '#server/support/demo-conversations.ts';
import { verificationTimeline } from '#server/verification/demo-verification.ts';
import { staffTimeline } from './staff-work.ts';
import { demoPassword, demoPeople, type DemoPerson } from './people.ts';
import { seedApplicants } from './seed-applicants.ts';
import { eventsOfLife } from './seed-person.ts';
import { daysBefore } from './timeline.ts';

/** Any fixed number will do, as long as nothing else in the database locks it. */
const seedLock = 2_026_112_101;

/** Before the first offering was announced. */
const applicantsJoinedDaysAgo = 130;

/**
 * Fills an empty demo installation with the demo broker, in one transaction: a seed that was killed leaves nothing, and
 * the next start seeds all of it. Returns whether it did.
 */
export async function seedDemo(app: App): Promise<boolean> {
  if (app.config.production) await refuseDemoPeople(app);
  if (!app.config.demo) return false;
  await seedAhead(app);
  const isSeeded = await app.db.tx(async (tx) => {
    // A second instance waits for as long as the first one needs.
    await tx.run(sql`set local statement_timeout = 0`);
    await tx.run(sql`set local lock_timeout = 0`);
    await tx.run(sql`select pg_advisory_xact_lock(${seedLock})`);
    const { taken } = await tx.one<{ taken: boolean }>(sql`select exists (select from person) as taken`);
    if (!taken) await seedBroker(inside(app, tx));
    return !taken;
  });
  if (isSeeded) await app.settings.reload();
  return isSeeded;
}

/** A fresh demo starts at the instant in DEMO_CLOCK; a running one goes on. */
async function seedAhead({ db, demoClock, config: { demoStartsAt } }: App): Promise<void> {
  if (!demoStartsAt || !demoClock || demoClock.aheadMs() > 0) return;
  const { started } = await db.one<{ started: boolean }>(sql`select exists (select from person) as started`);
  if (started) return;
  const aheadMs = demoStartsAt.getTime() - demoClock.now().getTime();
  if (aheadMs <= 0) throw new Error('DEMO_CLOCK lies in the past: a demo begins at an instant ahead.');
  // Of several instances that start together, one moves it.
  await db.tx((tx) => demoClock.move(tx, 0, aheadMs));
  await demoClock.refresh();
}

/**
 * Their passwords are public, whatever the present settings are. Anyone may register one of their addresses, but only the
 * seed gives the staff among them their roles.
 */
async function refuseDemoPeople({ db }: App): Promise<void> {
  const emailsOf = (people: readonly DemoPerson[]) => people.map(({ email }) => email);
  const staff = demoPeople.filter(({ roles }) => roles.length > 1);
  const found = await db.rows(sql`
    select from person where email = any(${emailsOf(demoPeople)}::text[]) and blocked_at is null
      and exists (
        select from person s join audit_entry e on e.client_id = s.id and e.action = 'staff.set_roles'
        where s.email = any(${emailsOf(staff)}::text[]))
    limit 1`);
  if (found.length > 0)
    throw new Error(
      'Refusing to start in production: this database holds the people of the demo broker, whose passwords are public. Begin with an empty one (DATA_DIR or DATABASE_URL).',
    );
}

/** The same app, with all its transactions inside this one. */
function inside(app: App, tx: Tx): App {
  return {
    ...app,
    db: {
      ...tx,
      tx: (action) => within(tx, action),
      snapshot: (action) => action(tx),
      together: (action) => action(tx),
      pool: app.db.pool,
      changes: app.db.changes,
      close: app.db.close,
    },
  };
}

async function seedBroker(app: App): Promise<void> {
  const now = app.clock.now();
  const passwordHash = await hashPassword(demoPassword);
  const ids = new Map<string, string>();
  const idOf = (person: string) => {
    const id = ids.get(person);
    if (id === undefined) throw new Error(`nobody in the cast is called ${person}`);
    return id;
  };
  await openDemoBank(app);
  const joinedAt = daysBefore(now, applicantsJoinedDaysAgo);
  await allowOneNetwork(app, joinedAt);
  await allowWithdrawals(app, joinedAt);
  await keepRates(app, joinedAt);
  // The new settings are not committed yet, so only this transaction can read them.
  const settings = await openSettings(app);
  const actions = [
    ...demoPeople.flatMap((person) => eventsOfLife(app, person, { passwordHash, now }, (id) => ids.set(person.id, id))),
    { at: daysBefore(now, applicantsJoinedDaysAgo), run: seedApplicants },
    ...staffTimeline(now, idOf),
    ...verificationTimeline(now).map(({ at, run }) => ({ at, run: (then: App) => run(then, idOf) })),
    ...offeringTimeline(now).map(({ at, run }) => ({ at, run: (then: App) => run(then, idOf) })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  // The equity of a client on each day, and so the tier, depends on the rates of that day.
  await seedPastRates(app);
  const measure = tiersOfPast();
  for (const { at, run } of actions) {
    const then = { ...app, settings, clock: { now: () => at } };
    await measure(then);
    await run(then);
  }
  await seedArticles(app);
  await seedConversations(app, idOf('amelia'), idOf);
  await seedRates(app);
  await measure(app);
  await settleThePast(app, idOf('nora'));
}

/** A transaction inside that of the seed: its deferred work is done before the next one begins. */
async function within<T>(tx: Tx, action: (inner: Tx) => Promise<T>): Promise<T> {
  const before: (() => Promise<void>)[] = [];
  const last: ((on: Tx) => Promise<void>)[] = [];
  const result = await action({
    ...tx,
    beforeCommit: (finish) => void before.push(finish),
    atCommit: (finish) => void last.push(finish),
  });
  for (const finish of before) await finish();
  await Promise.all(last.map((finish) => finish(tx)));
  return result;
}

type Installation = Pick<App, 'config'> & { db: Queries };

/** A setting that a demo has from its start, in place of the product's default. */
async function setFromStart(
  { db, config }: Installation,
  at: Date,
  { key, was, value }: { key: string; was: unknown; value: unknown },
) {
  const id = newId();
  await db.run(sql`
    insert into setting_version (id, key, number, was, value, reason, created_at)
    values (${id}, ${key}, 1, ${JSON.stringify(was)}::jsonb, ${JSON.stringify(value)}::jsonb, '', ${at})
    on conflict (key, number) do nothing`);
  await signNewRow(db, config, 'setting_version', sql`v.id = ${id}`);
}

/** Rates that no market quotes hold for good in a demo, because no operator is there to enter them. */
async function keepRates({ db, ...app }: App, at: Date): Promise<void> {
  const key = 'currencies.rates';
  const was = await readValue(app, db, key);
  await db.run(sql`
    update currency set rate_max_age_s = null where code = any(${was.map(({ currency }) => currency)}::text[])`);
  await setFromStart({ ...app, db }, at, { key, was, value: await readValue(app, db, key) });
}

/** All staff of a demo work at one screen: their approvals are marked, and need no reason each time. */
const allowOneNetwork = (to: Installation, at: Date) =>
  setFromStart(to, at, { key: 'security.same_network_approvals', was: 'forbid', value: 'mark' });

/** The people of a demo are shared: no visitor has to set up a second factor for them before a withdrawal. */
export const allowWithdrawals = (to: Installation, at: Date) =>
  setFromStart(to, at, { key: 'security.withdrawal_second_factor', was: 'must', value: 'choice' });

/** Notifications of past events are done: only the newcomer has email that is still to be sent. */
async function settleThePast({ db, clock }: App, newcomerId: string): Promise<void> {
  await db.run(sql`
    update outbox set delivered_at = ${clock.now()}
    where delivered_at is null and payload ->> 'clientId' is distinct from ${newcomerId}`);
}
