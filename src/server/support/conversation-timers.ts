import type { SlaKind } from '#contract/support/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { moveLeftChats } from './chats/abandoned-chats.ts';
import { staffChannel } from './broadcast.ts';

const everyMs = 15_000;
const batch = 200;

/** Time-driven changes of conversations. Each step happens once, in whichever process. */
export function conversationTimers(app: App): void {
  app.jobs.every('support.conversation_timers', everyMs, async () => {
    if (!(await isAnyOpen(app))) return null;
    await wake(app);
    await moveLeftChats(app);
    await warn(app, 'reply');
    await warn(app, 'settle');
    await close(app);
    await remind(app);
    // A minute is exact enough for what no person watches.
    return null;
  });
}

async function isAnyOpen({ db }: App): Promise<boolean> {
  return (await db.maybeOne(sql`select from conversation where status <> 'closed' limit 1`)) !== undefined;
}

/** A snooze is over: it is support's turn again. The SLA of a client who waits was not paused. */
async function wake(app: App): Promise<void> {
  const due = await app.db.rows<{ id: string }>(sql`
    select id from conversation where snoozed_until <= ${app.clock.now()} limit ${batch}`);
  for (const { id } of due) {
    await app.db.tx(async (tx) => {
      const woken = await tx.run(sql`
        update conversation set status = 'open', snoozed_until = null, updated_at = ${app.clock.now()}
        where id = ${id} and snoozed_until <= ${app.clock.now()}`);
      if (woken > 0) await app.outbox.emit(tx, 'support.room_changed', { conversationId: id });
    });
  }
}

const clocks: Record<SlaKind, { due: Sql; warned: Sql }> = {
  reply: { due: sql`reply_due_at`, warned: sql`warned_at` },
  settle: { due: sql`resolve_due_at`, warned: sql`resolve_warned_at` },
};

/** An SLA is due soon: support is warned once for each wait, and a snoozed conversation comes back then. */
async function warn({ db, clock, outbox, realtime }: App, sla: SlaKind): Promise<void> {
  const now = clock.now();
  const { due, warned } = clocks[sla];
  await db.tx(async (tx) => {
    const notified = await tx.rows<{ conversationId: string; assigneeId: string | null }>(sql`
      update conversation
      set ${warned} = ${now}, status = 'open', snoozed_until = null, updated_at = case status when 'snoozed' then ${now} else updated_at end
      where id in (
        select c.id from conversation c, support_setting s
        where c.${due} <= ${now}::timestamptz + make_interval(mins => s.warn_minutes) and c.${warned} is null
          and c.status in ('open', 'snoozed')
        order by c.id limit ${batch} for update of c skip locked)
      returning id as "conversationId", assignee_id as "assigneeId"`);
    await outbox.emitEach(
      tx,
      'support.reply_due',
      notified.map((each) => ({ ...each, sla })),
    );
    for (const { conversationId: roomId, assigneeId } of notified)
      await realtime.send(tx, staffChannel, 'reply.due', { roomId, assigneeId, sla });
  });
}

/** Closes what was resolved some days ago: a later reply starts a new conversation. */
async function close({ db, clock }: App): Promise<void> {
  await db.run(sql`
    update conversation c set status = 'closed', closed_at = ${clock.now()}
    from support_setting s
    where c.status = 'resolved' and c.resolved_at <= ${clock.now()}::timestamptz - make_interval(days => s.reopen_days)`);
}

/** Emails the client what they have not read for a while, once for each reply. */
async function remind({ db, clock, outbox }: App): Promise<void> {
  const now = clock.now();
  await db.tx(async (tx) => {
    const unread = await tx.rows<{ clientId: string; conversationId: string; seq: number }>(sql`
      update conversation set emailed_seq = last_seq
      where id in (
        select c.id from conversation c cross join support_setting s
        left join conversation_participant seat on seat.conversation_id = c.id and seat.person_id = c.client_id
        where c.last_seq > c.emailed_seq and c.waiting_since is null and c.status <> 'closed'
          and exists (
            select from conversation_message m
            where m.conversation_id = c.id and m.seq > greatest(coalesce(seat.read_seq, 0), c.emailed_seq)
              and m.kind in ('text', 'file') and m.author_id <> c.client_id
              and m.sent_at <= ${now}::timestamptz - make_interval(mins => s.unread_email_minutes))
        order by c.id limit ${batch} for update of c skip locked)
      returning client_id as "clientId", id as "conversationId", last_seq as seq`);
    await outbox.emitEach(tx, 'support.reply_unread', unread);
  });
}
