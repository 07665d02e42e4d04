import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { ScreenedEntity, ScreeningList } from '#server/platform/connections/ports/screening.ts';
import { findScreening } from './provider.ts';
import { hashOfQuery, queryOf, readDue, type DueWithFacts } from './queries.ts';
import { recordHits } from './record-hits.ts';

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;

/**
 * Compares all names that are due, in batches. A batch without a full answer leaves its names due: nothing counts as “no
 * hit” that was not answered. Without a connection the names wait.
 */
export async function screenDue(app: App): Promise<void> {
  const screening = await findScreening(app);
  if (!screening) return;
  for (;;) {
    const due = await readDue(app.db, app.clock.now(), screening.port.most);
    if (due.length === 0) break;
    if (!(await screenBatch(app, screening, due))) break;
  }
  await finishRuns(app);
}

/** @returns whether each name was answered */
async function screenBatch(
  app: App,
  { id: connectionId, port }: OpenConnection<'screening'>,
  due: DueWithFacts[],
): Promise<boolean> {
  const named = due.map((each, index) => ({ due: each, query: queryOf(`q${index}`, each) }));
  const answer = await port.check(
    named.map(({ query }) => query),
    { changedSince: due[0]?.changedSince ?? null },
  );
  if (answer.kind !== 'done') {
    const error = answer.kind === 'refused' ? answer.text : answer.detail;
    await postpone(app, due, error.slice(0, 300) || answer.kind);
    return false;
  }
  const { list, answers } = answer.value;
  const unanswered: DueWithFacts[] = [];
  for (const { due: each, query } of named) {
    const entities = answers.get(query.key);
    if (entities === undefined || entities === 'failed') unanswered.push(each);
    else
      await app.db.tx((tx) => record(app, tx, { connectionId, list, due: each, hash: hashOfQuery(query), entities }));
  }
  if (unanswered.length > 0)
    await postpone(app, unanswered, `${unanswered.length} of ${due.length} names without an answer`);
  return unanswered.length === 0;
}

interface Answered {
  connectionId: string;
  list: ScreeningList;
  due: DueWithFacts;
  hash: Buffer;
  entities: readonly ScreenedEntity[];
}

/** Keeps one answer, with its cases. The client is locked, so that no payment of theirs moves on in between. */
async function record(app: App, tx: Tx, { connectionId, list, due, hash, entities }: Answered): Promise<void> {
  const at = app.clock.now();
  const { clientId, subject, reason, runId, changedSince } = due;
  await tx.run(sql`select from person where id = ${clientId} for no key update`);
  // Another instance has recorded it, or the name has changed since it was sent.
  const done = await tx.run(sql`
    delete from screening_due where client_id = ${clientId} and subject = ${subject} and requested_at = ${due.requestedAt}::timestamptz`);
  if (done === 0) return;
  const found = entities.filter(({ score }) => score >= list.threshold);
  const checkId = newId();
  await tx.run(sql`
    insert into screening_check (id, client_id, subject, reason, run_id, connection_id, request_hash, list, list_version, list_updated_at,
                                 algorithm, threshold, changed_since, answer, hits, at)
    values (${checkId}, ${clientId}, ${subject}, ${reason}, ${runId}, ${connectionId}, ${hash}, ${list.name}, ${list.version},
            ${list.updatedAt}, ${list.algorithm}, ${list.threshold}, ${changedSince}, ${JSON.stringify(entities)}::jsonb, ${found.length}, ${at})`);
  await recordHits(app, tx, { clientId, subject, checkId, at }, found);
  if (runId !== null) await tx.run(sql`update screening_run set checked = checked + 1 where id = ${runId}`);
}

/** Later, and each time later still; staff see what is wrong. */
async function postpone(app: App, due: readonly DueWithFacts[], error: string): Promise<void> {
  const at = app.clock.now();
  const attempts = Math.max(...due.map((each) => each.attempts)) + 1;
  const nextAt = new Date(at.getTime() + Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - 1)));
  await app.db.tx(async (tx) => {
    await tx.run(sql`
      update screening_due d set attempts = ${attempts}, next_at = ${nextAt}
      from unnest(${due.map(({ clientId }) => clientId)}::uuid[], ${due.map(({ subject }) => subject)}::text[]) n (id, subject)
      where d.client_id = n.id and d.subject = n.subject`);
    await tx.run(sql`
      insert into screening_failure (only_row, error, at) values (true, ${error}, ${at})
      on conflict (only_row) do update set error = excluded.error, at = excluded.at`);
    const runId = due[0]?.runId ?? null;
    if (runId !== null)
      await tx.run(sql`update screening_run set failures = failures + 1, error = ${error} where id = ${runId}`);
  });
  app.log.error({ error, names: due.length }, 'a batch of the screening failed');
}

/** A run ends with its last name that is still to compare. One whose names the next night took over never does. */
async function finishRuns({ db, clock }: App): Promise<void> {
  await db.run(sql`
    update screening_run r set finished_at = ${clock.now()}
    where finished_at is null and taken_over_at is null and not exists (
      select from screening_due d join person c on c.id = d.client_id where d.run_id = r.id and c.closed_at is null)`);
}
