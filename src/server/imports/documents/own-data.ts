import type { ImportedKind, ImportedType } from '#contract/imports/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { onPaper, type PersonalDataList } from '#server/platform/people/personal-data.ts';

type Imported = { kind: ImportedKind; type: ImportedType; accepted_on: string | null; imported_at: Date };

/** The documents of another system that were imported for the person. */
export const documentsData: readonly PersonalDataList[] = [
  {
    name: 'imported_documents',
    tables: ['imported_document'],
    rows: (id) => sql`
      select id, kind, type, number, issued_on::text, expires_on::text, accepted_on::text, file_id as file, created_at as imported_at
      from imported_document where client_id = ${id} order by created_at, id`,
    paper: onPaper<Imported>('verification.imported_title', [
      { header: 'verification.imported_at', width: 30, cell: ({ imported_at }, { time }) => time(imported_at) },
      {
        header: 'verification.type',
        width: 40,
        cell: ({ kind, type }, { text }) =>
          kind === 'other'
            ? text('verification.type_other_evidence')
            : { text: text(`verification.need_${kind}`), detail: text(`verification.type_${type as 'passport'}`) },
      },
      { header: 'verification.accepted_on', width: 30, cell: ({ accepted_on }, { day }) => day(accepted_on) },
    ]),
  },
];
