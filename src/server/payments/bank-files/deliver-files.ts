import type { App } from '#server/platform/app.ts';
import { refused, turnedOff, type Outcome } from '#server/platform/connections/outcome.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { NotBefore } from '#server/platform/jobs.ts';
import { refuse, Refusal } from '#server/platform/refusal.ts';
import { fileNumber } from './file-row.ts';
import { countStopped, lockReleased, releasedContent } from './released-file.ts';

const atOnce = 10;
/** An attempt takes two minutes at most. Later than that, another one may begin, as after a crash. */
const attemptMinutes = 10;
const longestWaitMinutes = 60;

interface Delivery {
  fileId: string;
  connectionId: string;
  /** `sending`: an earlier attempt may have reached the bank. */
  state: 'waiting' | 'sending';
  attempts: number;
  /** How often the file was in neither place. */
  looks: number;
  sentAt: Date | null;
}

/**
 * From its release on, a file is delivered by the connection that the approved request names. One that was removed since is
 * left out: staff download the file.
 */
export async function planDelivery(tx: Tx, fileId: string, connectionId: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into payout_file_delivery (file_id, connection_id, next_at)
    select ${fileId}, id, ${at} from connection where id = ${connectionId} and state <> 'removed'`);
}

/**
 * Puts released files where the bank fetches them. Before an attempt it is stored that the bank may have the file, so that
 * after a crash it is looked for, and never simply put again.
 */
export async function deliverFiles(app: App): Promise<NotBefore> {
  const now = app.clock.now();
  const due = await app.db.rows<Delivery>(sql`
    select d.file_id as "fileId", d.connection_id as "connectionId", d.state, d.attempts, d.looks, d.sent_at as "sentAt"
    from payout_file_delivery d join payout_file f on f.id = d.file_id
    where d.state in ('waiting', 'sending') and f.ended_at is null and d.next_at <= ${now} order by d.next_at limit ${atOnce}`);
  const failures: unknown[] = [];
  // One file that cannot be delivered holds up no other.
  for (const delivery of due) await deliver(app, delivery).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
  const { next } = await app.db.one<{ next: Date | null }>(sql`
    select min(d.next_at) as next from payout_file_delivery d join payout_file f on f.id = d.file_id
    where d.state in ('waiting', 'sending') and f.ended_at is null`);
  return next;
}

async function deliver(app: App, delivery: Delivery): Promise<void> {
  const again = delivery.state === 'sending';
  const connection = await app.connections.openOne('bank_files', delivery.connectionId);
  // What the bank may have is looked for also while the connection is off.
  if (!connection || !(connection.isOn || again)) return settle(app, delivery, turnedOff);
  const begun = await begin(app, delivery).catch((error: unknown): Outcome<never> => {
    if (error instanceof Refusal) return { kind: 'refused', code: error.code, text: error.code, again: 'after_change' };
    throw error;
  });
  if (begun === null) return;
  if ('kind' in begun) return settle(app, delivery, begun);
  const outcome = await connection.port.put(begun.name, begun.content, { again });
  await settle(app, { ...delivery, ...begun.now }, outcome, again);
}

interface Begun {
  name: string;
  content: Buffer;
  now: Pick<Delivery, 'state' | 'attempts' | 'sentAt'>;
}

/**
 * Stores that an attempt begins. Null where another instance has begun one or the file has ended. One with a withdrawal that was
 * stopped since its release waits, as long as nothing of it was sent.
 * @throws Refusal `approvals.changed` when the file, its release or its connection was changed past the program
 */
async function begin(
  app: App,
  { fileId, connectionId, state, attempts, looks, sentAt }: Delivery,
): Promise<Begun | Outcome<never> | null> {
  return app.db.tx(async (tx) => {
    const file = await lockReleased(tx, fileId).catch(() => null);
    if (!file) return null;
    const released = await releasedContent(app, tx, file);
    // Another connection is another bank, which two people did not agree on.
    if (released.connectionId !== connectionId) throw refuse('approvals.changed');
    const at = app.clock.now();
    const stopped = state === 'waiting' ? await countStopped(tx, fileId, at) : 0;
    if (stopped > 0)
      return refused('payments.file_blocked', `withdrawals that were stopped since the release: ${stopped}`);
    const now = { state: 'sending', attempts: attempts + 1, sentAt: sentAt ?? at } as const;
    const mine = await tx.run(sql`
      update payout_file_delivery set state = ${now.state}, sent_at = ${now.sentAt}, attempts = ${now.attempts}, next_at = ${later(at, attemptMinutes)}
      where ${unchangedSince({ fileId, state, attempts, looks })}`);
    return mine > 0 ? { name: `${fileNumber(file)}.xml`, content: released.content, now } : null;
  });
}

/** An attempt that ends late, after another one has begun, changes nothing. */
const unchangedSince = ({
  fileId,
  state,
  attempts,
  looks,
}: Pick<Delivery, 'fileId' | 'state' | 'attempts' | 'looks'>) =>
  sql`file_id = ${fileId} and state = ${state} and attempts = ${attempts} and looks = ${looks}`;

/**
 * What became of an attempt. An order that the bank may have is never back to where nothing was sent: it stays until it is found, or
 * is left to staff after five looks in vain or a day.
 * @param again an earlier attempt may have reached the bank
 */
async function settle(
  app: App,
  delivery: Delivery,
  outcome: Outcome<'there' | 'gone'>,
  again = delivery.state === 'sending',
): Promise<void> {
  const now = app.clock.now();
  const mine = unchangedSince(delivery);
  if (outcome.kind === 'done' && outcome.value === 'there')
    return void (await app.db.run(sql`
      update payout_file_delivery set state = 'done', done_at = ${now}, failure = null where ${mine}`));
  const isSent = again || outcome.kind !== 'refused';
  const looks = delivery.looks + Number(outcome.kind === 'done');
  const isOld = delivery.sentAt !== null && later(delivery.sentAt, unclearAfterMinutes) <= now;
  const state = !isSent ? 'waiting' : looks >= unclearAfterLooks || isOld ? 'unclear' : 'sending';
  const failure =
    outcome.kind === 'done'
      ? 'the order is not there; the bank may have taken it away'
      : outcome.kind === 'refused'
        ? outcome.text
        : outcome.detail;
  const next = later(now, Math.min(2 ** delivery.attempts, longestWaitMinutes));
  // What was not sent has no day that counts.
  const sentAt = isSent ? (delivery.sentAt ?? now) : null;
  await app.db.run(sql`
    update payout_file_delivery set state = ${state}, next_at = ${next}, failure = ${failure.slice(0, 300) || 'no answer'}, looks = ${looks},
      sent_at = ${sentAt}, attempts = ${delivery.attempts + 1}
    where ${mine}`);
}

/** So many looks find the file nowhere before staff have to ask the bank, and can give it up. */
const unclearAfterLooks = 5;
/** So long it is not known whether the bank has the file, because the bank cannot be reached. */
const unclearAfterMinutes = 24 * 60;

const later = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
