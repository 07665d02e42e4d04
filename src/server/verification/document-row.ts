import type { KeptFile } from '#contract/files.ts';
import type { Language } from '#contract/languages.ts';
import type { PersonFacts } from '#contract/verification-staff.ts';
import type { ShownDocument } from '#contract/verification.ts';
import type { DocumentKind, DocumentState, DocumentType, Standing } from '#contract/verification-names.ts';
import { renewableDays } from '#contract/verification-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { tellReason, type Said } from '#server/platform/reasons/format-reason.ts';
import { fileColumns, showFile, type FileRow } from '#server/platform/files/file-row.ts';

/** A document as verbs read it; days as they stand in the calendar. */
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
  said: Record<string, Said> | null;
  final: boolean;
  comment: string | null;
  privateComment: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  createdAt: Date;
  facts: PersonFacts | null;
}

/** Documents `d` that meet a condition, those sent last first; `decidedBy` is a name. */
export async function readDocuments(db: Queries, condition: Sql): Promise<DocumentRow[]> {
  return db.rows<DocumentRow>(sql`
    select d.id, d.client_id as "clientId", d.kind, d.type, d.attempt, d.number, d.issued_on::text as "issuedOn",
           d.expires_on::text as "expiresOn", d.state, d.reasons, reasons_said(d.reasons) as said, d.final, d.comment,
           d.private_comment as "privateComment", d.decided_at as "decidedAt", d.created_at as "createdAt", d.facts,
           o.first_name || ' ' || o.second_name as "decidedBy"
    from verification_document d left join client o on o.id = d.decided_by
    where ${condition} order by d.created_at desc, d.attempt desc`);
}

/** The files of documents, in their places, by document. */
export async function readPages(db: Queries, documents: readonly DocumentRow[]): Promise<Map<string, KeptFile[]>> {
  const rows = await db.rows<FileRow & { documentId: string }>(sql`
    select ${fileColumns}, g.document_id as "documentId" from verification_file g join file f on f.id = g.file_id
    where g.document_id = any(${documents.map(({ id }) => id)}::uuid[]) order by g.document_id, g.place`);
  const pages = new Map<string, KeptFile[]>();
  for (const row of rows) pages.set(row.documentId, [...(pages.get(row.documentId) ?? []), showFile(row)]);
  return pages;
}

/** A document as the contract shapes it; its reasons are told in the language of the reader. */
export function showDocument(
  app: Pick<App, 'text' | 'house'>,
  language: Language,
  row: DocumentRow,
  files: readonly KeptFile[],
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
    reasons: row.reasons.map((kept) =>
      tellReason(app, language, { purpose: 'document', kept, said: row.said?.[kept] ?? null }),
    ),
    final: row.final,
    comment: row.comment,
    sent_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    files: [...files],
  };
}

/** How a kind stands, and why no document of it is taken now; undefined where one is. */
export function standingOf(
  documents: readonly DocumentRow[],
  of: { today: string; isReviewed: boolean; isAsked: boolean },
): { standing: Standing; closed: 'final' | 'in_review' | 'not_needed' | undefined } {
  const [latest] = documents.toSorted((a, b) => b.attempt - a.attempt);
  if (!latest || latest.state === 'replaced') return { standing: 'required', closed: undefined };
  const { state } = latest;
  if (state === 'pending')
    return of.isReviewed ? { standing: 'in_review', closed: 'in_review' } : { standing: 'pending', closed: undefined };
  if (of.isAsked) return { standing: state, closed: undefined };
  if (state === 'rejected') return { standing: state, closed: latest.final ? 'final' : undefined };
  if (state === 'approved')
    return { standing: state, closed: isNearlyOver(latest.expiresOn, of.today) ? undefined : 'not_needed' };
  return { standing: state, closed: undefined };
}

const isNearlyOver = (expiresOn: string | null, today: string) =>
  expiresOn !== null && Date.parse(expiresOn) - Date.parse(today) <= renewableDays * 86_400_000;

/** The day in UTC, by which documents are judged. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
