import type { StoredFile } from '#contract/kernel/files.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { PersonFacts } from '#contract/verification/staff-endpoints.ts';
import type { ShownDocument } from '#contract/verification/endpoints.ts';
import type { DocumentKind, DocumentState, DocumentType, DocumentStatus } from '#contract/verification/names.ts';
import { renewableDays } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { formatReason, type ReasonTexts } from '#server/platform/reasons/format-reason.ts';
import { fileColumns, showFile, type FileRow } from '#server/platform/files/file-row.ts';

/** A document as endpoints read it; days as calendar dates. */
export interface DocumentRow {
  id: string;
  clientId: string;
  kind: DocumentKind;
  type: DocumentType;
  attempt: number;
  number: string | null;
  issuedOn: string | null;
  expiresOn: string | null;
  state: DocumentState;
  reasons: string[];
  reasonTexts: Record<string, ReasonTexts> | null;
  final: boolean;
  comment: string | null;
  privateComment: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  createdAt: Date;
  facts: PersonFacts | null;
}

/** Documents `d` that meet a condition, those sent last first; `decidedBy` is the name of a person, or of the connection whose rule decided. */
export async function readDocuments(db: Queries, condition: Sql): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(sql`
    select d.id, d.client_id as "clientId", d.kind, d.type, d.attempt, d.number, d.issued_on::text as "issuedOn",
           d.expires_on::text as "expiresOn", d.state, d.reasons, reasons_texts(d.reasons) as "reasonTexts", d.final, d.comment,
           d.private_comment as "privateComment", d.decided_at as "decidedAt", d.created_at as "createdAt", d.facts,
           coalesce(o.full_name, case when d.decided_at is not null then (
             select j.value ->> 'name' from verification_check k join connection j on j.id = k.connection_id where k.id = d.check_id) end) as "decidedBy"
    from verification_document d left join person o on o.id = d.decided_by
    where ${condition} order by d.created_at desc, d.attempt desc`);
}

/** The files of documents, in their places, by document. */
export async function readPages(db: Queries, documents: readonly DocumentRow[]): Promise<Map<string, StoredFile[]>> {
  const rows = await db.rows<FileRow & { documentId: string }>(sql`
    select ${fileColumns}, g.document_id as "documentId" from verification_file g join file f on f.id = g.file_id
    where g.document_id = any(${documents.map(({ id }) => id)}::uuid[]) order by g.document_id, g.position`);
  const pages = new Map<string, StoredFile[]>();
  for (const row of rows) pages.set(row.documentId, [...(pages.get(row.documentId) ?? []), showFile(row)]);
  return pages;
}

/** A document as the contract shapes it, with its reasons in the language of the reader. */
export function showDocument(
  app: Pick<App, 'text' | 'settings'>,
  language: Language,
  row: DocumentRow,
  files: readonly StoredFile[],
): ShownDocument {
  return {
    id: row.id,
    kind: row.kind,
    type: row.type,
    state: row.state,
    attempt: row.attempt,
    number: row.number,
    issued_on: row.issuedOn,
    expires_on: row.expiresOn,
    reasons: row.reasons.map((versionedCode) =>
      formatReason(app, language, {
        purpose: 'document',
        versionedCode,
        reasonTexts: row.reasonTexts?.[versionedCode] ?? null,
      }),
    ),
    final: row.final,
    comment: row.comment,
    sent_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    files: [...files],
  };
}

/** The status of a kind, and why no document of it is accepted now; undefined where one is. */
export function statusOf(
  documents: readonly DocumentRow[],
  of: { today: string; isReviewed: boolean; isRequested: boolean },
): { status: DocumentStatus; closed: 'final' | 'in_review' | 'not_needed' | undefined } {
  const [latest] = documents.toSorted((a, b) => b.attempt - a.attempt);
  if (!latest || latest.state === 'replaced') return { status: 'required', closed: undefined };
  const { state } = latest;
  if (state === 'pending')
    return of.isReviewed ? { status: 'in_review', closed: 'in_review' } : { status: 'pending', closed: undefined };
  if (of.isRequested) return { status: state, closed: undefined };
  if (state === 'rejected') return { status: state, closed: latest.final ? 'final' : undefined };
  if (state === 'approved')
    return { status: state, closed: isNearlyOver(latest.expiresOn, of.today) ? undefined : 'not_needed' };
  return { status: state, closed: undefined };
}

const isNearlyOver = (expiresOn: string | null, today: string) =>
  expiresOn !== null && Date.parse(expiresOn) - Date.parse(today) <= renewableDays * 86_400_000;

/** The day in UTC, by which documents are judged. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
