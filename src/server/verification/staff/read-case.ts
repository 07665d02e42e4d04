import type { Language } from '#contract/kernel/languages.ts';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { DocumentKind } from '#contract/verification/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readDocuments, readPages, showDocument } from '../document-row.ts';
import { readChecksForStaff } from '../identity/show-check.ts';
import { readPhoneProofForStaff } from '../phone/proof.ts';
import { readFacts } from '../facts.ts';
import { readImported } from '../imported-documents.ts';
import { readDocumentAccesses } from '../document-accesses.ts';
import { findDuplicates } from './duplicates.ts';
import { readRows } from './queue.ts';

interface ClientRow {
  phoneConfirmed: boolean;
  emailVerified: boolean;
  createdAt: Date;
  byHand: number | null;
  proven: number;
  reviewedUntil: Date | null;
}

/**
 * A client’s case with all that helps to decide it.
 * @throws Refusal `http.not_found`
 */
export async function readCase(
  app: App,
  me: Pick<Person, 'id'>,
  language: Language,
  clientId: string,
): Promise<VerificationCase> {
  const { db } = app;
  const at = app.clock.now();
  const [row] = await readRows(db, at, sql`c.id = ${clientId}`);
  if (!row) throw notFound();
  const client = await readClient(db, clientId, at);
  const { facts, version } = await readFacts(db, clientId);
  const documents = await readDocuments(db, sql`d.client_id = ${clientId}`);
  const pages = await readPages(db, documents);
  return {
    row,
    reviewed_until: client.reviewedUntil?.toISOString() ?? null,
    mine: row.reviewer?.id === me.id,
    own: clientId === me.id,
    facts,
    facts_version: version,
    client: {
      phone_confirmed: client.phoneConfirmed,
      phone_proof: await readPhoneProofForStaff(db, clientId),
      email_verified: client.emailVerified,
      created_at: client.createdAt.toISOString(),
    },
    level_by_hand: client.byHand,
    level_proven: Math.max(client.proven, Number(client.emailVerified)),
    documents: documents.map((each) => ({
      ...showDocument(app, language, each, pages.get(each.id) ?? []),
      private_comment: each.privateComment,
      decided_by: each.decidedBy,
      facts: each.facts,
    })),
    imported: await readImported(db, clientId),
    identity_checks: await readChecksForStaff(db, clientId, facts),
    duplicates: await findDuplicates(db, clientId),
    access_log: (await readDocumentAccesses(db, clientId)).map(({ fullName: who, ...access }) => ({ ...access, who })),
    requested: await readRequested(db, clientId),
  };
}

async function readClient(db: Queries, clientId: string, at: Date): Promise<ClientRow> {
  return db.one<ClientRow>(sql`
    select v.phone as "phoneConfirmed", c.email_verified_at is not null as "emailVerified", c.created_at as "createdAt", c.level_override as "byHand",
           v.level as proven, k.reviewed_until as "reviewedUntil"
    from person c join verification_status v on v.client_id = c.id
    left join verification_case k on k.client_id = c.id and k.reviewed_until > ${at}
    where c.id = ${clientId}`);
}

async function readRequested(db: Queries, clientId: string): Promise<VerificationCase['requested']> {
  const rows = await db.rows<{ kind: DocumentKind; comment: string; at: Date }>(sql`
    select kind, comment, at from verification_request where client_id = ${clientId} and answered_at is null order by at`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
