import type { Article } from '#contract/articles.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import ar from './demo/ar.json' with { type: 'json' };
import de from './demo/de.json' with { type: 'json' };
import en from './demo/en.json' with { type: 'json' };

type Texts = Record<string, Pick<Article, 'title' | 'summary' | 'body'>>;

const texts: Partial<Record<Language, Texts>> = { en, de, ar };

const articles: { slug: keyof typeof en; category: Article['category']; ageDays: number }[] = [
  { slug: 'how-to-read-the-week-ahead', category: 'market', ageDays: 1 },
  { slug: 'how-an-ipo-allotment-works', category: 'education', ageDays: 3 },
  { slug: 'how-withdrawals-are-checked', category: 'company', ageDays: 8 },
  { slug: 'reading-your-margin-level', category: 'education', ageDays: 15 },
  { slug: 'what-a-lock-up-means', category: 'education', ageDays: 24 },
  { slug: 'what-diversification-can-do', category: 'education', ageDays: 40 },
];

const dayMs = 86_400_000;

/** Publishes the demo broker's articles, dated back from now; those that are there already stay as they are. */
export async function seedArticles(app: App): Promise<void> {
  const now = app.clock.now();
  await app.db.tx(async (tx) => {
    for (const { slug, category, ageDays } of articles) {
      const id = newId();
      const publishedAt = new Date(now.getTime() - ageDays * dayMs);
      const added = await tx.run(sql`
        insert into article (id, slug, category, status, published_at, created_at)
        values (${id}, ${slug}, ${category}, 'published', ${publishedAt}, ${publishedAt})
        on conflict (slug) do nothing`);
      if (added > 0) await addTexts(tx, id, slug);
    }
  });
}

async function addTexts(tx: Tx, id: string, slug: string): Promise<void> {
  for (const [language, bySlug] of Object.entries(texts)) {
    const text = bySlug[slug];
    if (!text) continue;
    await tx.run(sql`
      insert into article_text (article_id, language, title, summary, body)
      values (${id}, ${language}, ${text.title}, ${text.summary}, ${text.body})`);
  }
}
