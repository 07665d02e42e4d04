import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { payloadOf, type EventRow } from '../webhooks/event-row.ts';
import { openNats, type Nats } from './open-nats.ts';

const everyMs = 5000;
/** Events in one transaction, after which the place is kept. */
const pageSize = 100;
/** As long as another instance waits after a crash. Streams look back for two minutes, so what is sent again is stored once. */
const leaseS = 30;

/** Sends the events of programs to JetStream, where a server of NATS is set. */
export function forwardToNats(app: App): void {
  const { nats: config } = app.config;
  if (!config) return;
  const nats = openNats(config);
  let isOver = false;
  app.http.addHook('preClose', async () => {
    isOver = true;
  });
  app.http.addHook('onClose', () => nats.close());
  const forward = () => forwardPage(app, nats, config.subject);
  const action = () => forwardDue(forward, () => isOver);
  app.jobs.every('operator.forward_events', everyMs, action, leaseS);
}

/** Until nothing is left, or the server stops. The job then rests until there is news. */
async function forwardDue(forward: () => Promise<number>, isOver: () => boolean): Promise<null> {
  while (!isOver() && (await forward()) === pageSize);
  return null;
}

/**
 * Sends the next events, each after the former one was confirmed, so that a reader of the stream has them in their order. The place
 * is kept after that, so an event is sent again after a crash, and never left out. Two at once do not mix: the row is the turn.
 * @returns how many were sent
 * @throws Error when one was not confirmed; those before it are kept as sent
 */
async function forwardPage(app: App, nats: Nats, subject: string): Promise<number> {
  const { count, failure } = await app.db.tx(async (tx) => {
    await tx.run(sql`insert into nats_place (subject, seq) values (${subject}, 0) on conflict do nothing`);
    const place = await tx.maybeOne<{ seq: bigint }>(
      sql`select seq from nats_place where subject = ${subject} for update skip locked`,
    );
    if (!place) return { count: 0 };
    const rows = await tx.rows<EventRow>(sql`
      select seq, id, type, data, at from operator_event where seq > ${place.seq} and not is_test order by seq limit ${pageSize}`);
    let sent = 0;
    const failure = await (async () => {
      for (const row of rows) {
        await nats.publish(`${subject}.${row.type}`, row.id, payloadOf(row));
        sent += 1;
      }
    })().catch((error: unknown) => ({ error }));
    const last = rows[sent - 1];
    if (last) await tx.run(sql`update nats_place set seq = ${last.seq} where subject = ${subject}`);
    return { count: sent, failure };
  });
  if (failure) throw new Error('an event was not taken by NATS', { cause: failure.error });
  return count;
}
