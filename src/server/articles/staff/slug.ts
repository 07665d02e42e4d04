import { articleLimits, takenSlugs } from '#contract/articles/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { defaultLanguage } from '#contract/kernel/languages.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** A title as a slug; empty for a title without Latin letters. Accents are dropped, as people type addresses. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıł]/g, (char) => (char === 'ı' ? 'i' : 'l'))
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, articleLimits.slug - 8)
    .replaceAll(/^-+|-+$/g, '');
}

/** Whether another article, draft or published, has this slug in the same language. */
export async function isSlugTaken(db: Queries, id: string, language: Language, slug: string): Promise<boolean> {
  const { taken } = await db.one<{ taken: boolean }>(sql`
    select exists (select from article_draft where language = ${language} and slug = ${slug} and article_id <> ${id})
        or exists (select from article_text where language = ${language} and slug = ${slug} and article_id <> ${id}) as taken`);
  return taken;
}

/**
 * A free slug for a new text: from its title, else the English slug of its article, with a number where it is taken.
 */
export async function freeSlug(tx: Tx, id: string, language: Language, title: string): Promise<string> {
  const english = await tx.maybeOne<{ slug: string }>(sql`
    select slug from article_draft where article_id = ${id} and language = ${defaultLanguage}`);
  const slugStem = slugOf(title) || english?.slug || 'article';
  for (let number = 1; ; number++) {
    const slug = number === 1 ? slugStem : `${slugStem}-${number}`;
    if (!takenSlugs.includes(slug) && !(await isSlugTaken(tx, id, language, slug))) return slug;
  }
}
