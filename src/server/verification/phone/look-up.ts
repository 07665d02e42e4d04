import type { App } from '#server/platform/app.ts';
import type { EventHandler } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isCodeOf, type StoredCode } from './code.ts';
import { recordState } from './record-answer.ts';
import type { Sender } from './sender.ts';

type Sought = StoredCode & { messageId: string | null; createdAt: Date };

const sought = sql`id, client_id as "clientId", phone, code_hash as hash, message_id as "messageId", created_at as "createdAt"`;

/** What the provider now says about a message; without an answer nothing changes. */
async function lookUp(app: App, sender: Sender, code: Sought): Promise<boolean> {
  const found = await sender.port.find({
    ref: code.id,
    id: code.messageId,
    to: code.phone,
    since: code.createdAt,
    // The code is not kept, so a text is recognised by its hash.
    isOurs: (text) => isCodeOf(app, code, /#(\d+)\s*$/.exec(text)?.[1] ?? ''),
  });
  if (found.kind !== 'done') return false;
  if (found.value) await recordState(app, code.id, found.value);
  return true;
}

const afterMs = 30_000;
const againMs = 60_000;
/** Then the code has expired, and the message counts as failed. */
const givenUpMs = 900_000;

/** Asks about messages whose sending ended without a clear answer, as after a crash in the middle. It never sends one again. */
export async function lookUpCodes(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  const codes = await app.db.rows<Sought & { connectionId: string }>(sql`
    select ${sought}, connection_id as "connectionId" from verification_phone_code
    where delivery in ('sending', 'unknown') and created_at < ${new Date(now - afterMs)}
      and (looked_up_at is null or looked_up_at < ${new Date(now - againMs)}) order by created_at limit 100`);
  for (const code of codes) {
    const sender = await app.connections.openOne('messages', code.connectionId);
    if (sender) await lookUp(app, sender, code);
    await app.db.run(sql`
      update verification_phone_code
      set looked_up_at = ${app.clock.now()},
          delivery = case when delivery in ('sending', 'unknown') and created_at < ${new Date(now - givenUpMs)} then 'failed' else delivery end
      where id = ${code.id}`);
  }
}

/** A report is a hint: what counts is what the provider says when it is asked. */
export const onMessageReport =
  (app: App): EventHandler<'messages'> =>
  async ({ connectionId, subject, ref }, sender) => {
    const code = await app.db.maybeOne<Sought>(sql`
      select ${sought} from verification_phone_code
      where connection_id = ${connectionId} and (message_id = ${subject} or id::text = ${ref})`);
    // The report may come before the answer to the call that sent the message; the inbox tries it again for a while.
    if (!code) {
      const { sending } = await app.db.one<{ sending: boolean }>(sql`
        select exists (select from verification_phone_code where connection_id = ${connectionId} and delivery in ('sending', 'unknown')) as sending`);
      if (sending) throw new Error('a message is being sent, and the report may be about it');
      return 'ignored';
    }
    if (!(await lookUp(app, sender, code))) throw new Error('the provider did not say what became of the message');
    return 'done';
  };
