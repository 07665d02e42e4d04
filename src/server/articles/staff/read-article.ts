import type { ArticleDraft, StaffArticle } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { stateNow } from '../visible.ts';
import { draftColumns, draftSource, showDraft, type DraftRow } from './draft-row.ts';

type ArticleRow = Pick<StaffArticle, 'id' | 'category' | 'content' | 'state'> & { published_at: Date | null };

/** An article as staff edit it. @throws Refusal `http.not_found` */
export async function readStaffArticle(app: App, db: Queries, id: string): Promise<StaffArticle> {
  const article = await db.maybeOne<ArticleRow>(sql`
    select a.id, a.category, a.content, ${stateNow(app)} as state, a.published_at from article a where a.id = ${id}`);
  if (!article) throw notFound();
  const drafts = await db.rows<DraftRow>(sql`
    select ${draftColumns} from ${draftSource} where d.article_id = ${id} order by d.language`);
  return { ...article, published_at: article.published_at?.toISOString() ?? null, drafts: drafts.map(showDraft) };
}

/** One text of an article, which must exist. */
export async function readDraft(db: Queries, id: string, language: Language): Promise<ArticleDraft> {
  const row = await db.one<DraftRow>(sql`
    select ${draftColumns} from ${draftSource} where d.article_id = ${id} and d.language = ${language}`);
  return showDraft(row);
}

/**
 * Locks an article until the transaction ends, so that changes of it or of its texts are serialised.
 * @throws Refusal `http.not_found`
 */
export async function lockArticle(app: App, tx: Tx, id: string): Promise<ArticleRow> {
  const article = await tx.maybeOne<ArticleRow>(sql`
    select a.id, a.category, a.content, ${stateNow(app)} as state, a.published_at from article a where a.id = ${id} for update`);
  if (!article) throw notFound();
  return article;
}
