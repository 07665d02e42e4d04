import type { ClientStatus } from '#contract/support/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';
import { statusForClient } from './room.ts';

type Conversation = {
  number: string | null;
  subject: string | null;
  status: ClientStatus;
  created_at: Date;
  updated_at: Date;
};

/** Tickets and chats as their client sees them: without notes of support, and without who reads along. */
export const supportData: readonly PersonalDataList[] = [
  {
    name: 'conversations',
    tables: ['conversation'],
    rows: (id) => sql`
      select c.id, c.kind, c.number, c.subject, c.category, ${statusForClient} as status, c.link_type as about, c.link_label as about_label,
             c.rating, c.rating_text, c.rated_at, c.created_at, c.client_at as updated_at
      from conversation c where c.client_id = ${id} order by c.created_at, c.id`,
    paper: onPaper<Conversation>('profile.data_of_support', [
      {
        header: 'tickets.subject',
        width: 42,
        cell: ({ number, subject }, { text }) =>
          subject ? { text: subject, detail: number ?? undefined } : text('chats.chat'),
      },
      { header: 'tickets.status', width: 14, cell: ({ status }, { text }) => text(`tickets.status_${status}`) },
      { header: 'payments.created', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      { header: 'tickets.updated', width: 22, cell: ({ updated_at }, { time }) => time(updated_at) },
    ]),
  },
  {
    name: 'messages',
    tables: ['conversation_message', 'conversation_participant'],
    rows: (id) => sql`
      select m.id, m.conversation_id, m.client_seq as seq, m.kind,
             case when m.author_id is null then 'system' when m.author_id = c.client_id then 'client' else 'support' end as from,
             m.body as message, m.data as system, m.sent_at as at,
             array(select f.file_id from conversation_file f where f.conversation_id = c.id and f.seq = m.seq order by f.position) as files
      from conversation c join conversation_message m on m.conversation_id = c.id
      where c.client_id = ${id} and m.client_seq is not null order by m.conversation_id, m.seq`,
  },
  {
    name: 'attachments',
    tables: ['conversation_file'],
    rows: (id) => sql`
      select f.file_id, f.conversation_id from conversation_file f
      join conversation_message m on m.conversation_id = f.conversation_id and m.seq = f.seq
      where f.owner_id = ${id} and m.client_seq is not null order by f.file_id`,
  },
];
