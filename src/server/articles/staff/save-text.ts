import type { ArticleBlock } from '#contract/articles/body.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { linkFile } from '#server/platform/files/link-file.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { picturesOf } from '../read-body.ts';
import { storeVersion } from './store-version.ts';
import { lockArticle } from './read-article.ts';
import { freeSlug, isSlugTaken } from './slug.ts';

export interface TextToSave {
  id: string;
  language: Language;
  /** The revision of the text that this one was built on; 0 for none. */
  revision: number;
  slug?: string | undefined;
  title: string;
  summary: string;
  body: ArticleBlock[];
}

/**
 * Saves a draft text. Of two people who changed the same text, the second is refused and gets the first one's name. The
 * second keeps their text and can save it on top of the other, which remains as a version. People save every few seconds and
 * are in the versions; what a program saves is in the audit log.
 * @throws Refusal `http.not_found`, `articles.changed_meanwhile`, `articles.slug_taken` on `slug`, `files.gone`
 */
export async function saveText(app: App, tx: Tx, by: Actor, text: TextToSave): Promise<void> {
  const { id, language } = text;
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext('article.slug'))`);
  await lockArticle(app, tx, id);
  const before = await latestOf(tx, text);
  const slug = text.slug ?? before?.slug ?? (await freeSlug(tx, id, language, text.title));
  if (await isSlugTaken(tx, id, language, slug)) throw refuseField('slug', 'articles.slug_taken');
  await linkPictures(app, tx, by, text);
  await tx.run(sql`
    insert into article_draft (article_id, language, slug, title, summary, body, revision, changed_at, changed_by)
    values (${id}, ${language}, ${slug}, ${text.title}, ${text.summary}, ${JSON.stringify(text.body)}, 1,
            ${app.clock.now()}, ${by.id})
    on conflict (article_id, language) do update set
      slug = excluded.slug, title = excluded.title, summary = excluded.summary, body = excluded.body,
      revision = article_draft.revision + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by`);
  await storeVersion(tx, { id, language, by: by.id });
  if (by.program) {
    const details = { article: id, title: text.title, language, ...keyDetail(by) };
    await writeAudit(tx, app.clock, { actorId: by.id, action: 'articles.save', details });
  }
}

/**
 * The stored text, which must be the one that was built on; undefined if there is none yet.
 * @throws Refusal `articles.changed_meanwhile`
 */
export async function latestOf(tx: Tx, { id, language, revision }: Pick<TextToSave, 'id' | 'language' | 'revision'>) {
  const latest = await tx.maybeOne<{ revision: number; slug: string; by: string | null }>(sql`
    select d.revision, d.slug, p.full_name as by from article_draft d left join person p on p.id = d.changed_by
    where d.article_id = ${id} and d.language = ${language}`);
  if ((latest?.revision ?? 0) !== revision)
    throw refuse('articles.changed_meanwhile', { by: latest?.by ?? '', revision: latest?.revision ?? 0 });
  return latest;
}

/** Links pictures to the article. A picture that the article already has may be in any of its texts. */
async function linkPictures(app: App, tx: Tx, { id: ownerId }: Actor, { id, body }: TextToSave): Promise<void> {
  const pictures = picturesOf(body);
  const storedPictures = await tx.rows<{ file: string }>(sql`
    select file_id as file from article_picture where article_id = ${id} and file_id = any(${pictures}::uuid[])`);
  const known = new Set(storedPictures.map(({ file }) => file));
  for (const file of pictures.filter((each) => !known.has(each)).toSorted()) {
    await linkFile(tx, { id: file, ownerId, purpose: 'article_picture', at: app.clock.now() });
    await tx.run(sql`insert into article_picture (file_id, article_id) values (${file}, ${id})`);
  }
}
