import type { Language } from '#contract/kernel/languages.ts';
import { dateFormat } from '#contract/kernel/text/date-format.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { EmailPart, Recipient, Subject } from './email-part.ts';

interface QuotedMessage {
  author: string;
  body: string;
  files: number;
  at: Date;
}

/** The most messages of a long conversation that an email includes. */
const maxMessages = 500;
const previewLength = 300;

/** As its client knows it: support by first names, and no notes. */
async function readMessages({ db }: App, conversationId: string | null, limit: number): Promise<QuotedMessage[]> {
  const messages = await db.rows<QuotedMessage>(sql`
    select p.first_name as author, m.body, m.sent_at as at,
           (select count(*)::int from conversation_file f where f.conversation_id = m.conversation_id and f.seq = m.seq) as files
    from conversation_message m join person p on p.id = m.author_id
    where m.conversation_id = ${conversationId} and m.kind in ('text', 'file')
    order by m.seq desc limit ${limit}`);
  return messages.toReversed();
}

/** The beginning of the last message. */
export async function lastMessage(app: App, _: Recipient, { about }: Subject): Promise<EmailPart> {
  const messages = await readMessages(app, about, 1);
  return { quote: messages.map(({ author, body }) => `${author}: ${body.slice(0, previewLength)}`).join('\n') };
}

/**
 * The whole conversation. `to the own address only` is for a transcript that was not requested: a ticket can be read
 * behind the button, but an ended chat is included if the address is proven.
 */
export const transcript =
  (when: 'as asked' | 'to the own address only') =>
  async (app: App, to: Recipient, { about }: Subject): Promise<EmailPart> => {
    if (when !== 'as asked' && !(to.emailVerifiedAt && (await isChat(app, about)))) return {};
    return { quote: written(app, to.language, await readMessages(app, about, maxMessages)) };
  };

async function isChat({ db }: App, conversationId: string | null): Promise<boolean> {
  const { kind } = await db.one<{ kind: string }>(sql`select kind from conversation where id = ${conversationId}`);
  return kind === 'chat';
}

function written({ text }: App, language: Language, messages: readonly QuotedMessage[]): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const;
  const times = dateFormat(language, style);
  const lines = messages.map(({ author, body, files, at }) => {
    const attached = files > 0 ? [text(language, 'emails.support_files', { count: files })] : [];
    return `${times(at)} UTC, ${author}: ${[body, ...attached].filter(Boolean).join(' ')}`;
  });
  return lines.join('\n');
}
