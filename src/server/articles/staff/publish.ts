import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { readBody, wordsOf } from '../read-body.ts';
import { searchable } from '../search.ts';
import { lockArticle } from './read-article.ts';
import { isSlugTaken } from './slug.ts';

interface ToPublish {
  id: string;
  languages: Language[];
  at?: string | undefined;
}

interface Text {
  language: Language;
  slug: string;
  title: string;
  summary: string;
  body: unknown;
}

/**
 * Publishes texts of an article from an instant on. Until then readers see nothing. A text that readers already see
 * keeps its date and is replaced at once, so it cannot be scheduled. Later edits stay with staff.
 * @throws Refusal `http.not_found`, `articles.visible`, `articles.incomplete`, `articles.slug_taken`
 */
export async function publishArticle(app: App, tx: Tx, by: Actor, { id, languages, at }: ToPublish): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext('article.slug'))`);
  const { state, published_at: since } = await lockArticle(app, tx, id);
  const now = app.clock.now();
  const publishAt = at && new Date(at) > now ? new Date(at) : now;
  const isVisible = state === 'published';
  if (isVisible && publishAt > now) throw refuse('articles.visible');
  const texts = await completeTexts(tx, id, languages);
  for (const text of texts) await showText(tx, id, text);
  const from = isVisible && since ? since : publishAt;
  await tx.run(sql`update article set status = 'published', published_at = ${from} where id = ${id}`);
  await tx.run(sql`
    update article_version v set published_at = ${publishAt}
    where v.article_id = ${id} and v.language = any(${languages}::text[]) and v.number =
      (select max(number) from article_version l where l.article_id = v.article_id and l.language = v.language)`);
  const action = publishAt > now ? 'articles.schedule' : 'articles.publish';
  const details = {
    article: id,
    title: texts[0]?.title ?? '',
    languages: languages.join(' '),
    at: from.toISOString(),
    ...keyDetail(by),
  };
  await writeAudit(tx, app.clock, { actorId: by.id, action, details });
}

async function completeTexts(tx: Tx, id: string, languages: readonly Language[]): Promise<Text[]> {
  const texts = await tx.rows<Text>(sql`
    select language, slug, title, summary, body from article_draft
    where article_id = ${id} and language = any(${languages}::text[]) order by language`);
  for (const language of languages) {
    const text = texts.find((each) => each.language === language);
    if (!text?.title || !text.summary || readBody(text.body).length === 0)
      throw refuse('articles.incomplete', { language });
    if (await isSlugTaken(tx, id, language, text.slug)) throw refuse('articles.slug_taken');
  }
  return texts;
}

/** The draft is checked against the contract again before readers see it. */
async function showText(tx: Tx, id: string, { language, slug, title, summary, body }: Text): Promise<void> {
  const safe = readBody(body);
  await tx.run(sql`
    insert into article_text (article_id, language, slug, title, summary, body, revision, words)
    select ${id}, ${language}, ${slug}, ${title}, ${summary}, ${JSON.stringify(safe)}::jsonb, d.revision,
           article_words(${language}, ${searchable(title)}, ${searchable(`${summary}\n${wordsOf(safe)}`)})
    from article_draft d where d.article_id = ${id} and d.language = ${language}
    on conflict (article_id, language) do update set
      slug = excluded.slug, title = excluded.title, summary = excluded.summary, body = excluded.body,
      revision = excluded.revision, words = excluded.words`);
}
