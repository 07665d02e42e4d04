import { sql } from '#server/platform/db/sql.ts';
import type { KeptList } from '#server/platform/personal-data.ts';

/** What a client declared and proved, and what he was answered. Comments among staff and who of them decided stay in the house. */
export const verificationData: readonly KeptList[] = [
  {
    name: 'declarations',
    tables: ['verification_person'],
    rows: (id) => sql`
      select first_name, second_name, birth_on, nationality, phone, address, at from verification_person
      where client_id = ${id} order by at, id`,
  },
  {
    name: 'economic_profile',
    tables: ['verification_profile'],
    rows: (id) => sql`select version, answers, at from verification_profile where client_id = ${id} order by at, id`,
  },
  {
    name: 'confirmed_numbers',
    tables: ['verification_phone'],
    rows: (id) => sql`select phone, how, at from verification_phone where client_id = ${id} order by at, id`,
  },
  {
    name: 'documents',
    tables: ['verification_document', 'verification_file', 'verification_case'],
    rows: (id) => sql`
      select d.id, d.kind, d.type, d.attempt, d.number, d.issued_on, d.expires_on, d.state, d.reasons,
             reasons_said(d.reasons) as reasons_in_words, d.comment, d.facts as held_against, d.decided_at, d.created_at,
             array(select f.file_id from verification_file f where f.document_id = d.id order by f.place) as files
      from verification_document d where d.client_id = ${id} order by d.created_at, d.id`,
  },
  {
    name: 'requests',
    tables: ['verification_request'],
    rows: (id) => sql`
      select kind, comment, at, answered_at from verification_request where client_id = ${id} order by at, id`,
  },
  {
    name: 'drafts',
    tables: ['verification_draft'],
    rows: (id) => sql`select step, content, at from verification_draft where client_id = ${id} order by step`,
  },
];
