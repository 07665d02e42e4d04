import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notifierOf } from '../notify.ts';
import { instant, words, type Param } from '../params.ts';

/** The presence of support staff is updated every half minute. */
const presentS = 90;

/** Notifies of unread replies by support and of resolved conversations, and emails a transcript on request. */
export function supportListeners(app: App): void {
  const { db, clock } = app;

  async function aboutChat<Kind extends string>(to: string, kind: Kind, conversationId: string) {
    const {
      kind: sort,
      number,
      subject,
    } = await db.one<{ kind: string; number: string | null; subject: string | null }>(sql`
      select kind, number, subject from conversation where id = ${conversationId}`);
    const about: Param = number === null ? words('emails.support_chat') : `${number} · ${subject ?? ''}`;
    const path = sort === 'chat' ? '/home' : `/tickets/${conversationId}`;
    return { to, kind, path, params: { about }, about: conversationId };
  }

  notifierOf(app, 'support.reply_unread', ({ clientId, conversationId }) =>
    aboutChat(clientId, 'support_reply', conversationId),
  );
  notifierOf(app, 'support.resolved', ({ clientId, conversationId, byId }) =>
    byId === clientId ? undefined : aboutChat(clientId, 'support_resolved', conversationId),
  );
  notifierOf(app, 'support.transcript_requested', ({ clientId, conversationId }) =>
    aboutChat(clientId, 'support_transcript', conversationId),
  );

  notifierOf(app, 'support.chat_moved', async ({ clientId, conversationId }) => {
    const { number, due } = await db.one<{ number: string; due: Date | null }>(sql`
      select number, reply_due_at as due from conversation where id = ${conversationId}`);
    return {
      to: clientId,
      kind: 'support_moved',
      path: `/tickets/${conversationId}`,
      params: { number, sla_due: due ? 'yes' : 'no', due: due ? instant(due) : '' },
      about: conversationId,
    };
  });

  // Staff who are present see it in their inbox.
  notifierOf(app, 'support.reply_due', async ({ conversationId, assigneeId, sla }) => {
    const due = sla === 'settle' ? sql`c.resolve_due_at` : sql`c.reply_due_at`;
    const room = await db.maybeOne<{ client: string; number: string | null; dueAt: Date }>(sql`
      select p.full_name as client, c.number, ${due} as "dueAt"
      from conversation c join person p on p.id = c.client_id
      where c.id = ${conversationId} and c.assignee_id = ${assigneeId} and ${due} is not null and not exists (
        select from support_presence s
        where s.person_id = ${assigneeId} and not s.away
          and s.seen_at > ${clock.now()}::timestamptz - make_interval(secs => ${presentS}))`);
    if (!room || assigneeId === null) return undefined;
    const { client, number, dueAt } = room;
    return {
      to: assigneeId,
      kind: 'support_due',
      path: `/chats/${conversationId}`,
      params: {
        about: number ?? words('emails.support_chat_subject'),
        client,
        due: instant(dueAt),
        sla: sla === 'settle' ? 'settle' : 'reply',
      },
      about: conversationId,
    };
  });
}
