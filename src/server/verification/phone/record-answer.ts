import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Outcome } from '#server/platform/connections/outcome.ts';
import type { MessageState } from '#server/platform/connections/ports/messages.ts';

/** What a provider answered to a message; a report that came first stays. */
export async function recordAnswer(
  { db }: Pick<App, 'db'>,
  id: string,
  answer: Outcome<{ id: string; segments: number }>,
): Promise<void> {
  if (answer.kind === 'done') {
    await db.run(sql`
      update verification_phone_code
      set message_id = ${answer.value.id}, segments = ${answer.value.segments},
          delivery = case when delivery in ('sending', 'unknown') then 'sent' else delivery end
      where id = ${id}`);
    return;
  }
  const delivery = answer.kind === 'refused' ? 'failed' : 'unknown';
  const code = answer.kind === 'refused' ? answer.code.slice(0, 60) : null;
  await db.run(sql`
    update verification_phone_code set delivery = ${delivery}, delivery_code = ${code} where id = ${id} and delivery = 'sending'`);
}

/** What a provider says that became of a message. Whatever the order of the reports, a message never goes back to sent. */
export async function recordState(
  app: Pick<App, 'db' | 'realtime'>,
  id: string,
  { id: messageId, state, reason, segments }: MessageState,
): Promise<void> {
  const delivery = state === 'queued' ? 'sent' : state;
  await app.db.tx(async (tx) => {
    const changed = await tx.maybeOne<{ clientId: string }>(sql`
      update verification_phone_code
      set message_id = ${messageId}, segments = coalesce(${segments}, segments), delivery = ${delivery},
          delivery_code = ${delivery === 'failed' ? (reason?.slice(0, 60) ?? null) : null}
      where id = ${id} and delivery <> ${delivery} and (delivery in ('sending', 'unknown') or ${delivery} <> 'sent')
      returning client_id as "clientId"`);
    if (changed) await app.realtime.notify(tx, changed.clientId, 'verification.changed', {});
  });
}
