import { intlTagOf, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { LetterPart, Reader, Subject } from './email-parts.ts';

interface Said {
  author: string;
  body: string;
  files: number;
  at: Date;
}

/** As much of a long conversation as a letter holds. */
const mostSaid = 500;
const previewLength = 300;

/** As its client knows it: support by first names, and no notes. */
async function readSaid({ db }: App, conversationId: string | null, limit: number): Promise<Said[]> {
  const said = await db.rows<Said>(sql`
    select p.first_name as author, m.body, m.sent_at as at,
           (select count(*)::int from conversation_file f where f.conversation_id = m.conversation_id and f.seq = m.seq) as files
    from conversation_message m join client p on p.id = m.author_id
    where m.conversation_id = ${conversationId} and m.kind in ('text', 'file')
    order by m.seq desc limit ${limit}`);
  return said.toReversed();
}

/** The beginning of what was said last. */
export async function lastSaid(app: App, _: Reader, { about }: Subject): Promise<LetterPart> {
  const said = await readSaid(app, about, 1);
  return { quote: said.map(({ author, body }) => `${author}: ${body.slice(0, previewLength)}`).join('\n') };
}

/**
 * All that was said. `to the own address only` is for what nobody asked for: a ticket can be read where the button leads,
 * but a chat that is over comes along, to an address that is proven.
 */
export const transcript =
  (when: 'as asked' | 'to the own address only') =>
  async (app: App, to: Reader, { about }: Subject): Promise<LetterPart> => {
    if (when !== 'as asked' && !(to.emailVerifiedAt && (await isChat(app, about)))) return {};
    return { quote: written(app, to.language, await readSaid(app, about, mostSaid)) };
  };

async function isChat({ db }: App, conversationId: string | null): Promise<boolean> {
  const { kind } = await db.one<{ kind: string }>(sql`select kind from conversation where id = ${conversationId}`);
  return kind === 'chat';
}

function written({ text }: App, language: Language, said: readonly Said[]): string {
  const style = { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' } as const;
  const times = new Intl.DateTimeFormat(intlTagOf(language), style);
  const lines = said.map(({ author, body, files, at }) => {
    const attached = files > 0 ? [text(language, 'mails.support_files', { count: files })] : [];
    return `${times.format(at)} UTC, ${author}: ${[body, ...attached].filter(Boolean).join(' ')}`;
  });
  return lines.join('\n');
}
