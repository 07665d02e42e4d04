import { intlTagOf, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Write } from './payment-listeners.ts';

interface Said {
  author: string;
  body: string;
  files: number;
  at: Date;
}

/** As much of a long conversation as a letter holds. */
const mostSaid = 500;
const previewLength = 300;

/** Mails what support said and was not read, and a conversation to whoever asks for it. */
export function supportListeners({ db, outbox, text }: App, write: Write): void {
  async function contentsOf(language: Language, conversationId: string, limit: number) {
    const { kind, number, subject } = await db.one<{ kind: string; number: string | null; subject: string | null }>(sql`
      select kind, number, subject from conversation where id = ${conversationId}`);
    // As its client knows it: support by first names, and no notes.
    const said = await db.rows<Said>(sql`
      select p.first_name as author, m.body, m.sent_at as at,
             (select count(*)::int from conversation_file f where f.conversation_id = m.conversation_id and f.seq = m.seq) as files
      from conversation_message m join client p on p.id = m.author_id
      where m.conversation_id = ${conversationId} and m.kind in ('text', 'file')
      order by m.seq desc limit ${limit}`);
    const about = number === null ? text(language, 'mails.support_chat') : `${number} · ${subject ?? ''}`;
    return { said: said.toReversed(), about, path: kind === 'ticket' ? `/tickets/${conversationId}` : '/home' };
  }

  outbox.on('support.answer_unread', ({ clientId, conversationId }) =>
    write(clientId, 'support_answer', async (language) => {
      const { said, about, path } = await contentsOf(language, conversationId, 1);
      const quote = said.map(({ author, body }) => `${author}: ${body.slice(0, previewLength)}`).join('\n');
      return { path, params: { about }, family: 'support', quote, thread: conversationId };
    }),
  );

  outbox.on('support.transcript_asked', ({ clientId, conversationId }) =>
    write(clientId, 'support_transcript', async (language) => {
      const { said, about, path } = await contentsOf(language, conversationId, mostSaid);
      const times = new Intl.DateTimeFormat(intlTagOf(language), {
        dateStyle: 'short',
        timeStyle: 'short',
        timeZone: 'UTC',
      });
      const lines = said.map(({ author, body, files, at }) => {
        const attached = files > 0 ? [text(language, 'mails.support_files', { count: files })] : [];
        return `${times.format(at)} UTC, ${author}: ${[body, ...attached].filter(Boolean).join(' ')}`;
      });
      return { path, params: { about }, family: 'support', quote: lines.join('\n'), thread: conversationId };
    }),
  );
}
