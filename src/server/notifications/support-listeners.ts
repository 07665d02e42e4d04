import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { tellOf } from './notify.ts';
import { instant, words, type Param } from './params.ts';

/** Beats of somebody of support come every half minute. */
const presentS = 90;

/** Tells what support said and was not read, that it has settled something, and mails a conversation to whoever asks for it. */
export function supportListeners(app: App): void {
  const { db, clock } = app;

  async function aboutRoom<Kind extends string>(to: string, kind: Kind, conversationId: string) {
    const {
      kind: sort,
      number,
      subject,
    } = await db.one<{ kind: string; number: string | null; subject: string | null }>(sql`
      select kind, number, subject from conversation where id = ${conversationId}`);
    const about: Param = number === null ? words('mails.support_chat') : `${number} · ${subject ?? ''}`;
    const path = sort === 'chat' ? '/home' : `/tickets/${conversationId}`;
    return { to, kind, path, params: { about }, about: conversationId };
  }

  tellOf(app, 'support.answer_unread', ({ clientId, conversationId }) =>
    aboutRoom(clientId, 'support_answer', conversationId),
  );
  tellOf(app, 'support.resolved', ({ clientId, conversationId, byId }) =>
    byId === clientId ? undefined : aboutRoom(clientId, 'support_resolved', conversationId),
  );
  tellOf(app, 'support.transcript_asked', ({ clientId, conversationId }) =>
    aboutRoom(clientId, 'support_transcript', conversationId),
  );

  tellOf(app, 'support.chat_moved', async ({ clientId, conversationId }) => {
    const { number, due } = await db.one<{ number: string; due: Date | null }>(sql`
      select number, answer_due_at as due from conversation where id = ${conversationId}`);
    return {
      to: clientId,
      kind: 'support_moved',
      path: `/tickets/${conversationId}`,
      params: { number, promised: due ? 'yes' : 'no', due: due ? instant(due) : '' },
      about: conversationId,
    };
  });

  // Whoever is there sees it in his inbox.
  tellOf(app, 'support.answer_due', async ({ conversationId, assigneeId, promise }) => {
    const due = promise === 'settle' ? sql`c.resolve_due_at` : sql`c.answer_due_at`;
    const room = await db.maybeOne<{ client: string; number: string | null; dueAt: Date }>(sql`
      select p.first_name || ' ' || p.second_name as client, c.number, ${due} as "dueAt"
      from conversation c join client p on p.id = c.client_id
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
        about: number ?? words('mails.support_chat'),
        client,
        due: instant(dueAt),
        promise: promise === 'settle' ? 'settle' : 'answer',
      },
      about: conversationId,
    };
  });
}
