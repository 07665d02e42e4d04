import type { StaffLegal, LegalText } from '#contract/legal/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { readBody } from '#server/articles/read-body.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { readVersions } from './list-versions.ts';

interface TextRow {
  language: Language;
  title: string;
  summary: string;
  body: unknown;
  revision: number;
  changedAt: Date;
  changedBy: string | null;
}

/** Texts `t` that fit, as staff edit them. */
export async function readTexts(db: Queries, fits: Sql): Promise<LegalText[]> {
  const rows = await db.rows<TextRow>(sql`
    select t.language, t.title, t.summary, t.body, t.revision, t.changed_at as "changedAt",
           p.full_name as "changedBy"
    from legal_text t left join person p on p.id = t.changed_by where ${fits} order by t.language`);
  return rows.map(({ changedAt, changedBy, body, ...text }) => ({
    ...text,
    body: readBody(body),
    changed_at: changedAt.toISOString(),
    changed_by: changedBy,
  }));
}

/** @throws Refusal `http.not_found` */
export async function readStaffVersion(app: App, db: Queries, id: string): Promise<StaffLegal> {
  const [version] = await readVersions(app, db, sql`v.id = ${id}`);
  if (!version) throw notFound();
  return { ...version, drafts: await readTexts(db, sql`t.version_id = ${id}`) };
}

export interface LegalDraft {
  id: string;
  kind: LegalKind;
  number: number;
}

/**
 * Locks a draft until the transaction ends, so that writes, publishing and discarding are serialised.
 * @throws Refusal `http.not_found`, `legal.published`
 */
export async function lockDraft(tx: Tx, id: string): Promise<LegalDraft> {
  const version = await tx.maybeOne<LegalDraft & { isDraft: boolean }>(sql`
    select id, kind, number, published_at is null as "isDraft" from legal_version where id = ${id} for update`);
  if (!version) throw notFound();
  if (!version.isDraft) throw refuse('legal.published');
  return version;
}
