import { repeatedKinds, type RepeatedKind } from '#contract/reconciliation/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { comparePlatform } from './compare-platform.ts';
import { writeFindings, type Outcome } from './findings.ts';
import { verifyLedgerRows } from './verify-ledger.ts';

const actions: Record<RepeatedKind, (app: App) => Promise<Outcome>> = {
  proof: verifyLedgerRows,
  platform: comparePlatform,
};

/** How often at least a comparison is made, and how long it may take. */
const everyMs = 24 * 3_600_000;
export const longestS = 1800;
/** How many days a comparison without findings stays. */
const retentionDays = 90;

/** Runs the requested comparisons, and those that are due. */
export async function executeRuns(app: App): Promise<null> {
  await endInterrupted(app);
  for (const kind of repeatedKinds) await startWhenDue(app, kind);
  for (let run = await takeNext(app); run; run = await takeNext(app)) await carryOut(app, run);
  await purgeOld(app);
  return null;
}

/** Ends the comparison of a server that died. */
async function endInterrupted({ db, clock }: App): Promise<void> {
  const now = clock.now();
  await db.run(sql`
    update reconciliation_run set state = 'failed', finished_at = ${now}, failure = 'interrupted'
    where state = 'running' and started_at < ${new Date(now.getTime() - longestS * 1000)}`);
}

async function startWhenDue({ db, clock }: App, kind: RepeatedKind): Promise<void> {
  const now = clock.now();
  await db.run(sql`
    insert into reconciliation_run (id, kind, state, requested_at)
    select ${newId()}, ${kind}, 'waiting', ${now}
    where not exists (select from reconciliation_run where kind = ${kind} and requested_at > ${new Date(now.getTime() - everyMs)})
    on conflict (kind) where state in ('waiting', 'running') do nothing`);
}

interface Run {
  id: string;
  kind: RepeatedKind;
}

const takeNext = ({ db, clock }: App) =>
  db.maybeOne<Run>(sql`
    update reconciliation_run set state = 'running', started_at = ${clock.now()}
    where id = (select id from reconciliation_run where state = 'waiting' order by id limit 1 for update skip locked)
    returning id, kind`);

async function carryOut(app: App, { id, kind }: Run): Promise<void> {
  try {
    const { facts, findings } = await actions[kind](app);
    await app.db.tx(async (tx) => {
      const mine = await tx.run(sql`
        update reconciliation_run set state = 'done', finished_at = ${app.clock.now()}, facts = ${JSON.stringify(facts)}
        where id = ${id} and state = 'running'`);
      if (mine > 0) await writeFindings(tx, id, findings);
    });
    app.metrics.reconciliationFindings.set({ kind }, findings.length);
    if (findings.length > 0) app.log.error({ run: id, kind, ...facts, findings: findings.length }, 'the books differ');
  } catch (error) {
    app.log.error({ err: error, run: id, kind }, 'the books were not compared');
    await app.db.run(sql`
      update reconciliation_run set state = 'failed', finished_at = ${app.clock.now()}, failure = 'failed'
      where id = ${id} and state = 'running'`);
  }
}

async function purgeOld({ db, clock }: App): Promise<void> {
  await db.run(sql`
    delete from reconciliation_run r
    where kind in ('proof', 'platform') and finished_at < ${new Date(clock.now().getTime() - retentionDays * 24 * 3_600_000)}
      and not exists (select from reconciliation_finding f where f.run_id = r.id)`);
}
