import type { DocumentKind, DocumentState, DocumentType } from '#contract/verification/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';

type Declaration = {
  first_name: string;
  second_name: string;
  full_name: string;
  birth_on: string | null;
  nationality: string | null;
  phone: string | null;
  address: string | null;
  at: Date;
};
type Document = {
  kind: DocumentKind;
  type: DocumentType;
  state: DocumentState;
  comment: string | null;
  decided_at: Date | null;
  created_at: Date;
};

/**
 * What a client declared and proved, and the decisions. Internal comments and the names of the reviewers are not
 * included.
 */
export const verificationData: readonly PersonalDataList[] = [
  {
    name: 'declarations',
    tables: ['verification_person'],
    rows: (id) => sql`
      select v.first_name, v.second_name, full_name(v.first_name, v.second_name, c.language), v.birth_on, v.nationality, v.phone,
             v.address, v.at
      from verification_person v join person c on c.id = v.client_id where c.id = ${id} order by v.at, v.id`,
    paper: onPaper<Declaration>('profile.personal_data', [
      { header: 'verification.sent_at', width: 22, cell: ({ at }, { time }) => time(at) },
      {
        header: 'verification.name',
        width: 21,
        cell: ({ full_name, phone }, words) => ({ text: full_name, detail: words.phone(phone) }),
      },
      { header: 'verification.birth_on', width: 20, cell: ({ birth_on }, { day }) => day(birth_on) },
      { header: 'verification.nationality', width: 12, cell: ({ nationality }, { country }) => country(nationality) },
      { header: 'verification.address', width: 25, cell: ({ address }) => address ?? '' },
    ]),
  },
  {
    name: 'economic_profile',
    tables: ['verification_profile'],
    rows: (id) => sql`select version, answers, at from verification_profile where client_id = ${id} order by at, id`,
  },
  {
    name: 'confirmed_numbers',
    tables: ['verification_phone'],
    rows: (id) => sql`
      select phone, case when code_id is null then 'staff' else 'code' end as by, how, at, ended_at
      from verification_phone where client_id = ${id} order by at, id`,
  },
  {
    name: 'phone_codes',
    tables: ['verification_phone_code'],
    rows: (id) => sql`
      select phone, created_at as at, delivery, attempts, used_at from verification_phone_code
      where client_id = ${id} order by created_at, id`,
  },
  {
    name: 'documents',
    tables: ['verification_document', 'verification_file', 'verification_case', 'verification_imported'],
    rows: (id) => sql`
      select d.id, d.kind, d.type, d.attempt, d.number, d.issued_on, d.expires_on, d.state, d.reasons,
             reasons_texts(d.reasons) as reasons_in_words, d.comment, d.facts as held_against, d.decided_at, d.created_at,
             (select i.imported_id from verification_imported i where i.document_id = d.id) as imported,
             array(select f.file_id from verification_file f where f.document_id = d.id order by f.position) as files
      from verification_document d where d.client_id = ${id} order by d.created_at, d.id`,
    paper: onPaper<Document>('profile.verification_title', [
      { header: 'verification.sent_at', width: 22, cell: ({ created_at }, { time }) => time(created_at) },
      {
        header: 'verification.type',
        width: 31,
        cell: ({ kind, type }, { text }) => ({
          text: text(`verification.need_${kind}`),
          detail: text(`verification.type_${type}`),
        }),
      },
      {
        header: 'payments.state',
        width: 25,
        cell: ({ state, comment }, { text }) => ({
          text: text(`verification.state_${state}`),
          detail: comment ?? undefined,
        }),
      },
      { header: 'payments.decision', width: 22, cell: ({ decided_at }, { time }) => time(decided_at) },
    ]),
  },
  {
    name: 'identity_checks',
    tables: ['verification_check'],
    rows: (id) => sql`
      select k.id, coalesce(j.value ->> 'name', j.adapter, r.name) as provider, k.applicant_id as applicant, k.state, k.level, k.reasons,
             k.person_name as name_read, k.birth_on as birth_on_read, k.begun_at, k.changed_at
      from verification_check k left join connection j on j.id = k.connection_id left join operator_key r on r.id = k.key_id
      where k.client_id = ${id} order by k.begun_at, k.id`,
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
