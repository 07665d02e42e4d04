import { articleLimits, takenSlugs } from '#contract/article-names.ts';
import type { Language } from '#contract/languages.ts';
import { defaultLanguage } from '#contract/languages.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** A title as an address has it; nothing of a title without Latin letters. Accents are dropped, as people type addresses. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıł]/g, (letter) => (letter === 'ı' ? 'i' : 'l'))
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, articleLimits.slug - 8)
    .replaceAll(/^-+|-+$/g, '');
}

/** Whether another article has this address in the same language, among drafts or before readers. */
export async function isSlugTaken(db: Queries, id: string, language: Language, slug: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`
    select exists (select from article_draft where language = ${language} and slug = ${slug} and article_id <> ${id})
        or exists (select from article_text where language = ${language} and slug = ${slug} and article_id <> ${id}) as taken`);
  return taken;
}

/** A free address for a new text: by its title, else the English one of its article, with a number where it is taken. */
export async function freeSlug(tx: Tx, id: string, language: Language, title: string): Promise<string> {
  const english = await tx.maybeOne<{ slug: string }>(sql`
    select slug from article_draft where article_id = ${id} and language = ${defaultLanguage}`);
  const wished = slugOf(title) || english?.slug || 'article';
  for (let number = 1; ; number++) {
    const slug = number === 1 ? wished : `${wished}-${number}`;
    if (!takenSlugs.includes(slug) && !(await isSlugTaken(tx, id, language, slug))) return slug;
  }
}
