import { verifyAllotments } from '#server/ipo/allotment/verify.ts';
import { recompute } from '#server/ipo/allotment/recompute.ts';
import { writeBasisFile } from '#server/ipo/allotment/write-basis-file.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Counts {
  applications: number;
  unsettled: number;
  winners: number;
  holdings: number;
  events: number;
  postings: number;
}

/** What is wrong with a settled offering: nothing, when its result is that of the method and each application ended once. */
export async function judge(db: Db, offeringId: string): Promise<string[]> {
  const problems: string[] = [];
  const recomputed = recompute(String((await writeBasisFile({ db }, offeringId)).content));
  if (!recomputed.equal) problems.push(recomputed.difference);
  const findings = await db.snapshot(async (tx) => [
    ...(await verifyLedger(tx)).findings,
    ...(await verifyAllotments(tx)),
  ]);
  for (const { invariant, breach } of findings) if (breach) problems.push(`${invariant}: ${breach.row}: ${breach.why}`);
  const of = await db.one<Counts>(sql`
    select count(*)::int as applications, count(*) filter (where a.settled_at is null)::int as unsettled,
           count(*) filter (where a.allotted_quantity > 0)::int as winners,
           (select count(*)::int from ipo_holding h where h.offering_id = ${offeringId}) as holdings,
           (select count(*)::int from outbox o where o.name = 'ipo.application_changed' and (o.payload->>'applicationId')::uuid in (select id from ipo_application where offering_id = ${offeringId})) as events,
           (select count(*)::int from ledger_transaction t where t.key = 'settle' and t.reference_id in (select id::text from ipo_application where offering_id = ${offeringId})) as postings
    from ipo_application a where a.offering_id = ${offeringId}`);
  if (of.unsettled > 0) problems.push(`${of.unsettled} applications are not settled`);
  if (of.holdings !== of.winners) problems.push(`${of.holdings} holdings of ${of.winners} who got shares`);
  if (of.events !== of.applications) problems.push(`${of.events} events of ${of.applications} applications`);
  if (of.postings !== of.applications) problems.push(`${of.postings} settlements of ${of.applications} applications`);
  return problems;
}
