import type { ArticleDraft, ArticleVersion } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readBody } from '../read-body.ts';
import { storeVersion } from './store-version.ts';
import { lockArticle, readDraft } from './read-article.ts';
import { latestOf } from './save-text.ts';

const max = 50;

type VersionRow = Omit<ArticleVersion, 'body' | 'changed_at' | 'published_at'> & {
  body: unknown;
  changed_at: Date;
  published_at: Date | null;
};

/**
 * The earlier versions of a text, the latest first.
 * @throws Refusal `http.not_found` for an unknown article or language
 */
export async function listVersions({ db }: App, id: string, language: Language): Promise<ArticleVersion[]> {
  const rows = await db.rows<VersionRow>(sql`
    select v.number, v.title, v.summary, v.body, v.changed_at, v.published_at, p.full_name as changed_by
    from article_version v left join person p on p.id = v.changed_by
    where v.article_id = ${id} and v.language = ${language} order by v.number desc limit ${max}`);
  if (rows.length === 0) throw notFound();
  return rows.map((row) => ({
    ...row,
    body: readBody(row.body),
    changed_at: row.changed_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
  }));
}

/**
 * Restores an earlier version. The present slug stays, so that no link breaks.
 * @throws Refusal `http.not_found`, `articles.changed_meanwhile`
 */
export async function restoreVersion(
  app: App,
  me: Person,
  { id, language, number, revision }: { id: string; language: Language; number: number; revision: number },
): Promise<ArticleDraft> {
  return app.db.tx(async (tx) => {
    await lockArticle(app, tx, id);
    const found = await tx.maybeOne(sql`
      select from article_version where article_id = ${id} and language = ${language} and number = ${number}`);
    if (!found) throw notFound();
    await latestOf(tx, { id, language, revision });
    await tx.run(sql`
      update article_draft d
      set title = v.title, summary = v.summary, body = v.body, revision = d.revision + 1,
          changed_at = ${app.clock.now()}, changed_by = ${me.id}
      from article_version v
      where d.article_id = ${id} and d.language = ${language}
        and v.article_id = d.article_id and v.language = d.language and v.number = ${number}`);
    await storeVersion(tx, { id, language, by: me.id, apart: true });
    const details = { article: id, language, version: String(number) };
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'articles.restore', details });
    return readDraft(tx, id, language);
  });
}
