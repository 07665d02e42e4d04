import { verifyOrigins } from '#server/ledger/origins.ts';
import type { Stretch } from '#server/ledger/stretch.ts';
import { verifyStretch } from '#server/ledger/verify.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { verifyResults } from '#server/portfolio/verify.ts';

type Sealing = Pick<App, 'db' | 'clock' | 'config' | 'log'>;

/** Postings that are proved and sealed in one transaction; few enough for a plan without statistics. */
const stepLength = 5_000n;

/** Where the seal may go once no transaction that had begun by then is open: one of them may still commit a lower id. */
interface Goal {
  postingId: bigint;
  horizon: string;
}

/** The posting up to which totals are written and rules are proved. */
export async function readSeal(db: Queries): Promise<bigint> {
  return (await db.one<{ postingId: bigint }>(sql`select posting_id as "postingId" from ledger_seal`)).postingId;
}

/** The last posting that is committed. Each transaction with an earlier one had begun before the horizon. */
async function chooseGoal(db: Queries): Promise<Goal> {
  const { postingId } = await db.one<{ postingId: bigint }>(
    sql`select coalesce(max(id), 0)::bigint as "postingId" from ledger_posting`,
  );
  const { horizon } = await db.one<{ horizon: string }>(
    sql`select pg_snapshot_xmax(pg_current_snapshot())::text as horizon`,
  );
  return { postingId, horizon };
}

/** Moves the seal over the next postings, or names the rule that one of them breaks. */
async function sealNext(
  tx: Tx,
  { clock, config }: Sealing,
  goal: bigint,
): Promise<{ isDone: boolean; breach?: object }> {
  const { after } = await tx.one<{ after: bigint }>(sql`select posting_id as after from ledger_seal for update`);
  if (after >= goal) return { isDone: true };
  // After a restore the numbers of postings leap.
  const { next } = await tx.one<{ next: bigint }>(sql`select min(id) as next from ledger_posting where id > ${after}`);
  const end = next - 1n + stepLength;
  const upTo = end < goal ? end : goal;
  const stretch: Stretch = { after, upTo };
  const findings = [
    ...(await verifyStretch(tx, stretch)),
    ...(await verifyOrigins(tx, config, stretch)),
    ...(await verifyResults(tx, stretch)),
  ];
  const breach = findings.find((finding) => finding.breach);
  if (breach) return { isDone: true, breach };
  await tx.run(sql`update ledger_seal set posting_id = ${upTo}, sealed_at = ${clock.now()}`);
  return { isDone: upTo === goal };
}

/**
 * A job that seals what is posted, in steps of their own transactions. Nothing is locked that a posting needs. It stops before
 * postings that break a rule, and logs the first.
 */
export function openSeal(app: Sealing): () => Promise<void> {
  let goal: Goal | undefined;
  return async () => {
    goal ??= await chooseGoal(app.db);
    const { horizon, postingId } = goal;
    const { isOver } = await app.db.one<{ isOver: boolean }>(
      sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${horizon}::xid8 as "isOver"`,
    );
    if (!isOver) return;
    goal = undefined;
    for (let isDone = false; !isDone;) {
      const step = await app.db.tx((tx) => sealNext(tx, app, postingId));
      if (step.breach) app.log.error(step.breach, 'the ledger is not sealed, as a posting breaks a rule');
      ({ isDone } = step);
    }
  };
}
