import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type { ScreenedEntity, ScreeningList } from '#server/platform/connections/ports/screening.ts';
import { findScreening } from './provider.ts';
import { hashOfQuery, queryOf, readDue, type DueWithFacts } from './queries.ts';
import { recordHits } from './record-hits.ts';

/** So many names in a row that fail alone say that names are not to blame. */
const mostInARow = 3;

/**
 * Compares all names that are due, in batches. A batch without an answer is sent again in halves, so that a name that
 * fails is found, and waits by itself; nothing counts as “no hit” that was not answered. A provider that is away is asked
 * once. Without a connection the names wait.
 * @throws Error when a name was left without an answer
 */
export async function screenDue(app: App): Promise<void> {
  const screening = await findScreening(app);
  if (!screening) return;
  const failure = await compareDue(app, screening);
  await finishRuns(app);
  if (failure === null) return;
  await noteFailure(app, failure);
  throw new Error(failure);
}

/** @returns why names were left without an answer; null when none was */
async function compareDue(app: App, { id: connectionId, port }: OpenConnection<'screening'>): Promise<string | null> {
  let failure: string | null = null;
  let inARow = 0;
  for (;;) {
    const due = await readDue(app.db, app.clock.now(), port.most);
    const [first] = due;
    if (!first) return failure;
    const list = await port.readList();
    if (list.kind !== 'done') return errorOf(list);
    const named = due.map((each, index) => ({ due: each, query: queryOf(`q${index}`, each) }));
    const answer = await port.compare(
      named.map(({ query }) => query),
      { changedSince: first.changedSince },
    );
    if (answer.kind === 'refused' && answer.again === 'later') return errorOf(answer);
    const unanswered: DueWithFacts[] = [];
    for (const { due: each, query } of named) {
      const entities = answer.kind === 'done' ? answer.value.get(query.key) : 'failed';
      if (entities === undefined || entities === 'failed') unanswered.push(each);
      else
        await app.db.tx((tx) =>
          record(app, tx, { connectionId, list: list.value, due: each, hash: hashOfQuery(query), entities }),
        );
    }
    const error =
      answer.kind === 'done' ? `${unanswered.length} of ${due.length} names without an answer` : errorOf(answer);
    if (unanswered.length < due.length) inARow = 0;
    if (answer.kind !== 'done' && due.length > 1) await halve(app, due, error);
    else if (unanswered.length > 0) {
      await postpone(app, unanswered);
      failure = error;
      if (unanswered.length === due.length) inARow += 1;
    }
    if (inARow === mostInARow) return error;
  }
}

const errorOf = (outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string =>
  (outcome.kind === 'refused' ? outcome.text : outcome.detail).slice(0, 300) || outcome.kind;

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

/** These names are sent in batches of half as many from now on. */
async function halve({ db, log }: App, due: readonly DueWithFacts[], error: string): Promise<void> {
  await db.run(sql`update screening_due d set batch_size = ${Math.ceil(due.length / 2)} ${of(due)}`);
  log.warn({ error, names: due.length }, 'a batch of the screening failed');
}

/** From a minute up to an hour, longer each time. */
async function postpone({ db, clock }: App, due: readonly DueWithFacts[]): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`
      update screening_due d set attempts = d.attempts + 1,
        next_at = ${clock.now()}::timestamptz + interval '1 minute' * least(60, 2 ^ least(d.attempts, 6)) ${of(due)}`);
    const runId = due[0]?.runId ?? null;
    if (runId !== null)
      await tx.run(sql`update screening_run set failures = failures + ${due.length} where id = ${runId}`);
  });
}

const of = (due: readonly DueWithFacts[]) => sql`
  from unnest(${due.map(({ clientId }) => clientId)}::uuid[], ${due.map(({ subject }) => subject)}::text[]) n (id, subject)
  where d.client_id = n.id and d.subject = n.subject`;

/** For staff, who see what is wrong. */
async function noteFailure({ db, clock }: App, error: string): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`
      insert into screening_failure (only_row, error, at) values (true, ${error}, ${clock.now()})
      on conflict (only_row) do update set error = excluded.error, at = excluded.at`);
    await tx.run(sql`
      update screening_run r set error = ${error}
      where taken_over_at is null and exists (select from screening_due d where d.run_id = r.id)`);
  });
}

/**
 * A run ends once no name of it is left that was not tried. What stayed without an answer is compared later, with the same
 * span of changes or a longer one. A run whose names the next night took over never ends.
 */
async function finishRuns({ db, clock }: App): Promise<void> {
  await db.run(sql`
    update screening_run r set finished_at = ${clock.now()}
    where finished_at is null and taken_over_at is null and not exists (
      select from screening_due d join person c on c.id = d.client_id
      where d.run_id = r.id and d.attempts = 0 and c.closed_at is null)`);
}
