import { intlTagOf, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Write } from './payment-listeners.ts';

interface About {
  kind: string;
  number: string | null;
  subject: string | null;
  /** The client has shown that the address is his. */
  isProven: boolean;
}

interface Said {
  author: string;
  body: string;
  files: number;
  at: Date;
}

/** Beats of somebody of support come every half minute. */
const presentS = 90;
/** As much of a long conversation as a letter holds. */
const mostSaid = 500;
const previewLength = 300;

/** Mails what support said and was not read, that it has settled something, and a conversation to whoever asks for it. */
export function supportListeners({ db, clock, outbox, text }: App, write: Write): void {
  async function contentsOf(language: Language, conversationId: string, limit: number) {
    const { kind, number, subject, isProven } = await db.one<About>(sql`
      select kind, number, subject, p.email_verified_at is not null as "isProven"
      from conversation c join client p on p.id = c.client_id where c.id = ${conversationId}`);
    // As its client knows it: support by first names, and no notes.
    const said = await db.rows<Said>(sql`
      select p.first_name as author, m.body, m.sent_at as at,
             (select count(*)::int from conversation_file f where f.conversation_id = m.conversation_id and f.seq = m.seq) as files
      from conversation_message m join client p on p.id = m.author_id
      where m.conversation_id = ${conversationId} and m.kind in ('text', 'file')
      order by m.seq desc limit ${limit}`);
    const about = number === null ? text(language, 'mails.support_chat') : `${number} · ${subject ?? ''}`;
    const isChat = kind === 'chat';
    return { said: said.toReversed(), about, isChat, isProven, path: isChat ? '/home' : `/tickets/${conversationId}` };
  }

  outbox.on('support.answer_unread', ({ clientId, conversationId }) =>
    write(clientId, 'support_answer', async (language) => {
      const { said, about, path } = await contentsOf(language, conversationId, 1);
      const quote = said.map(({ author, body }) => `${author}: ${body.slice(0, previewLength)}`).join('\n');
      return { path, params: { about }, family: 'support', quote, thread: conversationId };
    }),
  );

  outbox.on('support.chat_moved', ({ clientId, conversationId }) =>
    write(clientId, 'support_moved', async () => {
      const { number, due } = await db.one<{ number: string; due: Date | null }>(sql`
        select number, answer_due_at as due from conversation where id = ${conversationId}`);
      return {
        path: `/tickets/${conversationId}`,
        params: { number, promised: due ? 'yes' : 'no', due: due ?? '' },
        family: 'support',
        thread: conversationId,
      };
    }),
  );

  function transcriptIn(language: Language, said: readonly Said[]) {
    const times = new Intl.DateTimeFormat(intlTagOf(language), {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: 'UTC',
    });
    const lines = said.map(({ author, body, files, at }) => {
      const attached = files > 0 ? [text(language, 'mails.support_files', { count: files })] : [];
      return `${times.format(at)} UTC, ${author}: ${[body, ...attached].filter(Boolean).join(' ')}`;
    });
    return lines.join('\n');
  }

  outbox.on('support.resolved', async ({ clientId, conversationId, byId }) => {
    if (byId === clientId) return;
    await write(clientId, 'support_resolved', async (language) => {
      const { said, about, path, isChat, isProven } = await contentsOf(language, conversationId, mostSaid);
      // A ticket can be read where the button leads; a chat that is over comes along, to an address that is his.
      const quote = isChat && isProven ? { quote: transcriptIn(language, said) } : {};
      return { path, params: { about }, family: 'support', thread: conversationId, ...quote };
    });
  });

  // Whoever is there sees it in his inbox.
  outbox.on('support.answer_due', async ({ conversationId, assigneeId }) => {
    const room = await db.maybeOne<{ client: string; number: string | null; dueAt: Date }>(sql`
      select p.first_name || ' ' || p.second_name as client, c.number, c.answer_due_at as "dueAt"
      from conversation c join client p on p.id = c.client_id
      where c.id = ${conversationId} and c.assignee_id = ${assigneeId} and c.answer_due_at is not null and not exists (
        select from support_presence s
        where s.person_id = ${assigneeId} and not s.away
          and s.seen_at > ${clock.now()}::timestamptz - make_interval(secs => ${presentS}))`);
    if (!room || assigneeId === null) return;
    const { client, number, dueAt } = room;
    await write(assigneeId, 'support_due', async (language) => ({
      path: `/chats/${conversationId}`,
      params: { about: number ?? text(language, 'mails.support_chat'), client, due: dueAt },
      thread: conversationId,
    }));
  });

  outbox.on('support.transcript_asked', ({ clientId, conversationId }) =>
    write(clientId, 'support_transcript', async (language) => {
      const { said, about, path } = await contentsOf(language, conversationId, mostSaid);
      return {
        path,
        params: { about },
        family: 'support',
        quote: transcriptIn(language, said),
        thread: conversationId,
      };
    }),
  );
}
